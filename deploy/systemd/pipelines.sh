#!/bin/sh
# Copy to /usr/local/bin/pipelines. Runs a command of the program as the service's user with its settings:
#   pipelines doctor
#   pipelines backup --check
set -eu
name=${1:?Call it like this: pipelines NAME [OPTIONS]}
shift
# Only a terminal can be asked for a password.
if [ -t 0 ] && [ -t 1 ]; then how=--pty; else how=--pipe; fi
exec systemd-run --quiet "$how" --wait --collect --uid=pipelines --working-directory=/opt/pipelines \
  -p EnvironmentFile=/etc/pipelines.env --setenv=DATA_DIR=/var/lib/pipelines npm run --silent "$name" -- "$@"
