# JupyterLab with Polka and the course, on an image of Jupyter's docker-stacks. Build and start it with
#
#   docker build -t polka . && docker run -p 8888:8888 polka
#
# BASE is an image of docker-stacks. The default is the last one under this short name; newer ones, with tags that are
# dates too, are in the registry that the documentation of docker-stacks names: --build-arg BASE=REGISTRY/jupyter/base-notebook:DATE.
# GO is an image with Go, which is needed only to build the wheel.
ARG BASE=jupyter/base-notebook:2023-10-20
ARG GO=golang:1.26

FROM ${GO} AS build
WORKDIR /src
COPY . .
RUN go run ./internal/wheel -host -output /dist && go run ./internal/wheel -host -campaign -output /dist

FROM ${BASE}
COPY --from=build /dist /tmp/dist
RUN pip install --no-cache-dir --find-links /tmp/dist "polka-kernel[lab,campaign]"
COPY --chown=${NB_UID}:${NB_GID} notebooks work/notebooks
