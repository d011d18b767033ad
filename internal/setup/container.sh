#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the steps of the Dockerfile in a clean Debian, on machines that cannot download images. Called as
#
#   container.sh DIR    make the systems in DIR, which must not exist, run the steps, and run the tour
#
# It needs root, debootstrap and a network. Both base images are replaced: that with Go by a minimal Debian with this machine's Go and its
# caches, that of docker-stacks by a minimal Debian with a Python environment in /opt/conda and the user jovyan, but without Jupyter.
set -eu -o pipefail

fail() { echo "container: $*" >&2; exit 1; }

[ $# = 1 ] || fail "expected a directory"
[ "$(id -u)" = 0 ] || fail "this needs root"
export PATH=$PATH:/usr/sbin:/sbin
command -v debootstrap >/dev/null || fail "debootstrap is missing"
[ ! -e "$1" ] || fail "$1 exists"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."

# Settings of this machine for downloads.
settings=()
while IFS= read -r name; do
  settings+=("$name=${!name}")
done < <(compgen -e | grep -E '^(PIP_.*|.*_proxy|.*_PROXY|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)$' || true)

# inside runs a command in the system of a stage.
inside() {
  local root=$dir/$1
  shift
  chroot "$root" env -i LANG=C.UTF-8 "${settings[@]}" "$@" </dev/null
}

# run runs a step of a stage as the Dockerfile's user, in the working directory of the stage.
run() {
  echo "stage $stage: $1"
  if [ "$stage" = 1 ]; then
    inside 1 HOME=/root PATH=/usr/local/go/bin:/usr/bin:/bin GOPROXY=off GOCACHE=/cache \
      GOFLAGS='-buildvcs=false -trimpath' sh -eu -c "cd $workdir && $1"
  else
    inside 2 HOME=/home/jovyan PATH=/opt/conda/bin:/usr/bin:/bin \
      setpriv --reuid=$NB_UID --regid=$NB_GID --clear-groups bash -eu -c "cd $workdir && $1"
  fi
}

# copy copies as COPY does: folders are copied with what they contain.
copy() {
  local from=. owner=root words=()
  for word in $1; do
    case $word in
      --from=build) from=$dir/1 ;;
      --chown=*) owner=$(eval "echo ${word#--chown=}") ;;
      --*) fail "COPY $word is not supported" ;;
      *) words+=("$word") ;;
    esac
  done
  [ ${#words[@]} = 2 ] || fail "COPY $1 is not supported"
  local to=${words[1]}
  [[ $to == /* ]] || to=$workdir/$to
  echo "stage $stage: COPY $1"
  mkdir -p "$dir/$stage/$to"
  if [ "$from" = . ]; then # what git knows, as .dockerignore leaves out the rest
    git ls-files -z -- "${words[0]}" | tar -c --null -T - | if [ "${words[0]}" = . ]; then
      tar -x -C "$dir/$stage/$to"
    else
      tar -x -C "$dir/$stage/$to" --strip-components=1
    fi
  else
    cp -R "$from/${words[0]}/." "$dir/$stage/$to"
  fi
  chown -R "$owner" "$dir/$stage/$to"
}

mounts=()
bind() {
  mkdir -p "$2"
  mount --bind "$1" "$2"
  [ "${3-}" != ro ] || mount -o remount,bind,ro "$2"
  mounts=("$2" "${mounts[@]}")
}
unmount() {
  for at in "${mounts[@]}"; do umount -l "$at"; done
  mounts=()
}
trap unmount EXIT

# The systems.
suite=$(. /etc/os-release; [ "$ID" = debian ] && echo "${VERSION_CODENAME-stable}" || echo stable)
debootstrap --variant=minbase --include=ca-certificates,python3-venv "$suite" "$dir/1" >"$dir/log" 2>&1 || fail "debootstrap failed: see $dir/log"
cp -L /etc/resolv.conf "$dir/1/etc/resolv.conf"
for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
  [ ! -e $file ] || cp -L $file "$dir/1$file"
done
cp -a "$dir/1" "$dir/2"
bind "$(go env GOROOT)" "$dir/1/usr/local/go" ro
bind "$(go env GOMODCACHE)" "$dir/1/root/go/pkg/mod" ro
bind "$(go env GOCACHE)" "$dir/1/cache"
for stage in 1 2; do
  mkdir -p "$dir/$stage/proc"
  mount -t proc proc "$dir/$stage/proc"
  mounts=("$dir/$stage/proc" "${mounts[@]}")
done
NB_UID=1000 NB_GID=100
inside 2 PATH=/usr/sbin:/usr/bin:/sbin:/bin useradd --uid $NB_UID --gid $NB_GID --create-home --shell /bin/bash jovyan
inside 2 PATH=/usr/bin:/bin python3 -m venv /opt/conda
inside 2 PATH=/usr/bin:/bin chown -R $NB_UID:$NB_GID /opt/conda

# The Dockerfile.
stage=0
while read -r instruction rest; do
  case $instruction in
    '' | '#'* | ARG) ;;
    FROM)
      stage=$((stage + 1))
      [ $stage -le 2 ] || fail "the Dockerfile has more than two stages"
      workdir=/home/jovyan
      ;;
    WORKDIR)
      workdir=$rest
      mkdir -p "$dir/$stage/$workdir"
      ;;
    COPY) copy "$rest" ;;
    RUN) run "$rest" ;;
    *) fail "$instruction is not supported" ;;
  esac
done <Dockerfile
[ $stage = 2 ] || fail "the Dockerfile does not have two stages"

# What the image is for.
! run 'command -v go' || fail "the image contains Go"
run 'jupyter lab --version; jupyter kernelspec list; polka doctor'
run 'pip install --quiet nbclient; cd work/notebooks; jupyter execute --kernel_name=polka 00-tour.ipynb'
echo "container: the steps of the Dockerfile work, and the tour has run in $dir/2"
