#!/bin/sh
# Replaces the processes of the site without a failed request: new containers start beside the old ones, and the old
# ones end when every new one is ready. If one does not get ready, the new ones are deleted and the old ones serve on.
#
#   deploy/upgrade.sh [IMAGE]     IMAGE: the next release, or the previous one to go back (default: SITE_IMAGE)
#
# Give it the environment of `docker compose up`; what changed in it takes effect too. READY_LIMIT is how many seconds
# the new processes may take (default 300), with the migrations that the first of them runs. For the time of the
# upgrade the machine needs memory for twice the processes.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
  -*) sed -n '2,10s/^# \{0,1\}//p' "$0"; [ "$1" = --help ] && exit 0; exit 2 ;;
esac
[ $# -le 1 ] || { echo "Give one image, for instance: deploy/upgrade.sh design-awards:1.5.0" >&2; exit 2; }
[ $# -eq 0 ] || export SITE_IMAGE=$1
limit=${READY_LIMIT:-300}
case "$limit" in '' | *[!0-9]*) echo "READY_LIMIT has to be a number of seconds, not \"$limit\"." >&2; exit 2 ;; esac

say() { echo "$(date +%H:%M:%S) $*"; }
image=${SITE_IMAGE:-design-awards}
docker image inspect "$image" >/dev/null 2>&1 || docker pull --quiet "$image" >/dev/null || {
  echo "The image $image is not here and cannot be pulled. Build it, or name another one." >&2
  exit 1
}

processes() { docker compose ps --all --quiet site; }
old=$(processes)
[ -n "$old" ] || { echo 'No process of the site runs. Start it with: docker compose up --detach' >&2; exit 1; }
count=$(echo "$old" | wc -l)
wanted=${REPLICAS:-3}

new_processes() {
  for one in $(processes); do
    echo "$old" | grep -qx "$one" || echo "$one"
  done
}
go_back() {
  say "$1"
  for one in $(new_processes); do
    docker logs --tail 5 "$one" 2>&1 | cut -c 1-400 >&2 || true
    docker rm --force --volumes "$one" >/dev/null
  done
  say "The $count processes from before serve on. Migrations that the new release has run stay; the old one works with them."
  exit 1
}
trap 'go_back "Interrupted: the new processes are deleted."' INT TERM

say "$image: $wanted new processes beside $count"
docker compose up --detach --no-deps --no-build --no-recreate --scale "site=$((count + wanted))" site >/dev/null 2>&1 ||
  go_back 'The new containers could not be created. Run docker compose config to see why.'

waited=0
while :; do
  ready=0
  for one in $(new_processes); do
    state=$(docker inspect --format '{{.State.Status}} {{.State.Health.Status}} {{.RestartCount}}' "$one")
    case "$state" in
      'running healthy '*) ready=$((ready + 1)) ;;
      # A container that ends is started again: settings that the site refuses show in the third start.
      *unhealthy* | exited* | dead* | *' '[3-9]) go_back "A new process is \"$state\"; its last lines:" ;;
    esac
  done
  [ "$ready" -lt "$wanted" ] || break
  [ "$waited" -lt "$limit" ] || go_back "After $limit seconds $ready of $wanted new processes are ready; their last lines:"
  waited=$((waited + 2))
  sleep 2
done

trap '' INT TERM
# The proxy asks for the addresses every two seconds: it knows the new ones before the old ones go.
sleep 3
for one in $old; do
  docker stop "$one" >/dev/null
  docker rm --volumes "$one" >/dev/null
done
say "Done: $wanted processes of $image serve the site."
