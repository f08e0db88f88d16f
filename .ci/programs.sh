# Functions of .ci/run that install the programs that tests need, measure the steps, and list the tests that did not run or failed.

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install() { as_root apt-get update -q && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$@"; }

# Lines `PROGRAM is not installed` for programs that are missing, although OCTAVO_CI_WITHOUT does not list them.
missing=''

# Whether a program can be run. Tests start Chromium by its path.
has_program() {
  if [ "$1" = chromium ]; then [ -x "${OCTAVO_CHROMIUM:-/usr/bin/chromium-headless-shell}" ]; else command -v "$1" >/dev/null; fi
}

# Records that the checks which need a program do not run. They count as failed unless OCTAVO_CI_WITHOUT, a list of programs that are
# separated by spaces, contains it.
record_missing() {
  case " ${OCTAVO_CI_WITHOUT:-} " in
    *" $1 "*) echo "$1 is not installed, which OCTAVO_CI_WITHOUT allows" ;;
    *) echo "$1 could not be installed"; missing+="$1 is not installed"$'\n' ;;
  esac
}

# Installs a program from a Debian package, by default the one with its name, and records the program if it is missing then.
require_program() {
  has_program "$1" && return
  install "${2:-$1}"
  has_program "$1" || record_missing "$1"
}

# Prints the reason of each skipped test in the output of a test run, in the format `spec` or `tap`.
list_skips() { LC_ALL=C sed -nE -e 's/^ *﹣ .*\) # (.*)$/\1/p' -e 's/^ *ok [0-9]+ - .* # SKIP ?(.*)$/\1/p'; }

# Prints the failures in the output of a test run in the format `spec`, at most 120 lines.
list_failures() { LC_ALL=C sed -n '/failing tests:$/,$p' | LC_ALL=C sed -n 2,121p; }

# Prints lines with the number of their occurrences.
count_lines() { sed '/^$/d' | LC_ALL=C sort | uniq -c | LC_ALL=C sort -k1,1nr -k2; }

# Commands that run in the background, keyed by name: the process and the start of each. Their output is in files until `finish_job` prints it.
declare -A job_processes=() job_starts=()
job_folder=''

# Starts a command in the background, in a process group of its own.
start_job() {
  local name=$1
  shift
  [ -n "$job_folder" ] || job_folder=$(mktemp -d)
  setsid bash -c 'end=$1; shift; "$@"; code=$?; date +%s >"$end"; exit $code' bash "$job_folder/$name.end" "$@" >"$job_folder/$name.log" 2>&1 </dev/null &
  job_processes[$name]=$! job_starts[$name]=$(date +%s)
}

# Waits for the command, prints its output, and returns its exit code. The current step then takes the time from the start to the end of the
# command, which may have ended before.
finish_job() {
  local name=$1 code
  wait "${job_processes[$name]}"
  code=$?
  cat "$job_folder/$name.log"
  # A command that was killed has not written its end.
  step_seconds=$(($(cat "$job_folder/$name.end" 2>/dev/null || date +%s) - job_starts[$name]))
  unset "job_processes[$name]"
  return $code
}

# Stops the commands that have not been finished, and deletes their output.
stop_jobs() {
  for name in "${!job_processes[@]}"; do kill -- "-${job_processes[$name]}" 2>/dev/null; done
  [ -z "$job_folder" ] || rm -rf "$job_folder"
}

# Lines with the duration of each finished step in minutes and its name. `SECONDS` of bash is the time since the script started.
durations=''
step_name='' step_start=0
# The duration of the current step in seconds, if it is not the time since its start.
step_seconds=''

# Records the duration of the current step, and starts the next one.
end_step() {
  local tenths=$(((${step_seconds:-$((SECONDS - step_start))} + 3) / 6))
  [ -z "$step_name" ] || durations+=$(printf '%5d.%d  %s' $((tenths / 10)) $((tenths % 10)) "$step_name")$'\n'
  step_name=$1 step_start=$SECONDS step_seconds=''
}

# Prints the durations of the steps that are finished, and the time since the start, which is shorter than their sum if some of them run at the
# same time.
list_durations() {
  local tenths=$(((step_start + 3) / 6))
  printf '%s%5d.%d  total\n' "$durations" $((tenths / 10)) $((tenths % 10))
}
