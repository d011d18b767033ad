# JupyterLab with Polka and the course, on an image of Jupyter's docker-stacks. Build and start it with
#
#   docker build -t polka . && docker run -p 8888:8888 polka
#
# BASE is an image of docker-stacks; give the current one of your registry. GO is an image with Go, which is needed only
# to build the wheel.
ARG BASE=jupyter/base-notebook
ARG GO=golang:1.26

FROM ${GO} AS build
WORKDIR /src
COPY . .
RUN go run ./internal/wheel -host -output /dist

FROM ${BASE}
COPY --from=build /dist /tmp/dist
RUN pip install --no-cache-dir /tmp/dist/*.whl
COPY --chown=${NB_UID}:${NB_GID} notebooks work/notebooks
