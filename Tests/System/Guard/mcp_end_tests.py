"""However an agent, a server or the guard ends, the others do too, and nothing is left."""

import base64
import json
import os
import signal
import time

import mcp_messages
from agent import Agent, command
from mcp_messages import PLACES
from screens import base64_of, pdf, small
from support import named

FINE = mcp_messages.FINE + b"\n"


def check(claim, program):
    claim.at_once(CHECKS, program)


def ended(claim, agent, name, allowed, seconds=5.0):
    """Claims that the guard ends in time with a status, and leaves nothing."""
    start = time.monotonic()
    status = agent.end(20)
    passed = time.monotonic() - start
    words = "a status" if len(allowed) > 3 else f"status {' or '.join(map(str, allowed))}"
    claim(status in allowed, f"{name}: the guard ends with {words}", f"{status}: {agent.log[-300:]}")
    claim(passed < seconds, f"{name}: within {seconds:.0f} s", f"{passed:.1f} s")
    if status is not None:
        left = agent.left()
        claim(not left, f"{name}: no process is left", left)


def check_close(claim, program):
    with Agent(program, "talk") as agent:
        agent.started()
        agent.say(*[FINE] * 50)
        agent.close()
        lines = agent.rest()
        claim(lines == FINE * 50, "what a server has to say when the agent closes still comes", lines and len(lines))
        ended(claim, agent, "an agent that closes", [0])


def check_late_messages(claim, program):
    """Messages that come when the agent has closed, of which one would come back."""
    sampling = next(place for place in PLACES if place.name == "sampling")
    refused = sampling.message("7", json.dumps(base64_of(pdf(small()))))
    with Agent(program, "late", *(base64.b64encode(line).decode() for line in [FINE.strip(), refused, refused, FINE.strip()])) as agent:
        agent.started()
        agent.close()
        lines = agent.rest()
        claim(lines == FINE * 2, "what a server says after the end still comes, and what is refused does not", lines)
        ended(claim, agent, "a server that speaks after the end", [0])


def check_status(claim, program):
    for status in (3, 255):
        with Agent(program, "leave", status) as agent:
            agent.started()
            agent.send(b"\n")
            claim(agent.rest() == b"", f"a server that ends with {status}: the agent sees the end")
            ended(claim, agent, f"a server that ends with {status}", [status])


def check_killed(claim, program):
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
        with Agent(program, "talk") as agent:
            os.kill(agent.started(), number)
            claim(agent.rest() == b"", f"a server that is ended by {number.name}: the agent sees the end")
            ended(claim, agent, f"a server that is ended by {number.name}", [128 + number])


def check_stubborn_server(claim, program):
    with Agent(program, "stay") as agent:
        agent.started()
        agent.close()
        ended(claim, agent, "a server that goes on without an agent", [128 + signal.SIGTERM], 12)
        claim("the server sees the end" in agent.log, "the server was told, and its standard error is the agent's")


def check_server_that_ignores_signals(claim, program):
    with Agent(program, "stay", "SIGTERM") as agent:
        agent.started()
        agent.close()
        ended(claim, agent, "a server that ignores the end and SIGTERM", [128 + signal.SIGKILL], 17)


def check_signals(claim, program):
    for number in (signal.SIGTERM, signal.SIGINT):
        with Agent(program, "terminated") as agent:
            agent.started()
            agent.message()
            agent.process.send_signal(number)
            ended(claim, agent, f"a guard that gets {number.name}, and a server that ends at it", [7])


def check_signals_to_stubborn_server(claim, program):
    with Agent(program, "stay", "SIGTERM") as agent:
        agent.started()
        agent.process.send_signal(signal.SIGTERM)
        ended(claim, agent, "a guard that gets SIGTERM, and a server that ignores it", [128 + signal.SIGKILL, 128 + signal.SIGTERM], 17)


def check_signal_while_writing(claim, program):
    """A guard that waits for an agent that does not read."""
    with Agent(program, "flood", 1000, 10_000, reads=False) as agent:
        agent.process.stdout.read(10)
        time.sleep(0.5)
        agent.keep_in_mind()
        agent.process.send_signal(signal.SIGTERM)
        ended(claim, agent, "a guard that gets SIGTERM while the agent does not read", [128 + signal.SIGTERM], 12)


def check_killed_guard(claim, program):
    with Agent(program, "talk") as agent:
        agent.started()
        agent.say(FINE)
        agent.line()
        agent.process.kill()
        claim(agent.rest(5) == b"", "a guard that is killed: the agent sees the end")
        ended(claim, agent, "a guard that is killed", [-signal.SIGKILL])


def check_killed_worker(claim, program):
    """A message is refused, or passes, when what works on it is killed; and the next one passes."""
    with Agent(program, "talk") as agent:
        agent.started()
        agent.say(FINE)
        agent.line()
        workers, _ = helpers(agent)
        for number in workers:
            os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        agent.say(FINE, FINE)
        lines = [agent.line(8), agent.line(8)]
        claim(lines == [FINE, FINE], "messages pass after workers were killed", f"{lines} {agent.log[-300:]}")
        agent.keep_in_mind()
        agent.close()
        ended(claim, agent, "a guard whose workers were killed", [0])


def check_killed_launcher(claim, program):
    """Without what starts workers, no message can be made safe."""
    with Agent(program, "talk") as agent:
        agent.started()
        workers, others = helpers(agent)
        for number in others + workers:
            os.kill(number, signal.SIGKILL)
        time.sleep(0.2)
        agent.say(FINE)
        line = agent.line(8)
        claim(line is not None, "without workers, an agent gets an error, or the end, and need not wait", agent.log[-300:])


def helpers(agent):
    """The workers of a guard, and what starts them."""
    numbers = [number for number, _ in agent.known if number not in (agent.process.pid, agent.number)]
    workers = [number for number in numbers if command(number).endswith(b"worker\0")]
    return workers, [number for number in numbers if number not in workers]


def check_long_message(claim, program):
    limit = 100_000
    for count in (limit, limit + 1):
        with Agent(program, "talk", options=["--max-upstream-bytes", str(limit)]) as agent:
            agent.started()
            line = b'{"jsonrpc":"2.0","id":1,"result":"%s"}' % (b"x y " * limit)[:count - 36]
            agent.say(line + b"\n" + FINE)
            if count == limit:
                claim(agent.line() == line + b"\n", f"a message of {len(line)} bytes passes with --max-upstream-bytes {limit}", agent.log[-300:])
                continue
            lines = agent.rest(12)
            claim(lines == b"", f"one of {len(line)} bytes does not, and the agent sees the end", lines and lines[:100])
            claim(str(limit) in agent.log, "and the log says why", agent.log[-300:])
            agent.close()
            ended(claim, agent, "a message that is too long", range(0, 256), 12)


def check_endless_message(claim, program):
    """A message that has no end, of a server that goes on."""
    with Agent(program, command=["sh", "-c", "tr '\\0' x < /dev/zero"], options=["--max-upstream-bytes", "100000"]) as agent:
        ended(claim, agent, "a server that says one word without an end", range(1, 256), 12)


def check_missing_command(claim, program):
    for name in ("no-such-server-of-mcp", "/no/such/directory/server", "/etc/passwd", ""):
        with Agent(program, command=[name]) as agent:
            lines = agent.rest()
            status = agent.end()
            claim(status == 64 and not lines, f"a command {name!r} that cannot be started: status 64", f"{status} {agent.log[-300:]}")
            claim(f"{name} cannot be started" in agent.log, "and the reason names it", agent.log[-300:])
    for options, words in [(["--"], "server"), (["--policy", "no-such-policy", "--", "true"], "no-such-policy")]:
        with Agent(None, command=[str(program), "guard", "mcp", *(["--policy", "blackout"] if options == ["--"] else []), *options]) as agent:
            status = agent.end()
            claim(status in (64, 66, 78) and words in agent.log, f"guard mcp {' '.join(options)} does not start", f"{status} {agent.log[-300:]}")


def check_quick_server(claim, program):
    """Servers that end before anybody has asked them."""
    for command, status, said in [(["true"], 0, b""), (["false"], 1, b""), (["sh", "-c", "echo '{\"id\":1}'; exit 9"], 9, b'{"id":1}\n')]:
        with Agent(program, command=command) as agent:
            lines = agent.rest()
            claim(lines == said, f"all that `{' '.join(command)}` says comes", lines)
            ended(claim, agent, f"a server that is `{' '.join(command)}`", [status])


def check_orphan(claim, program):
    with Agent(program, "orphan", 3) as agent:
        agent.started()
        agent.send(b"\n")
        agent.close()
        status = agent.end(6)
        claim(status == 3, "a server that leaves a process behind: the guard ends with its status", f"{status} {agent.log[-200:]}")


def check_closed_output(claim, program):
    """An agent that closes the end that it reads."""
    with Agent(program, "flood", 1000, 10_000, reads=False) as agent:
        agent.process.stdout.read(10)
        agent.keep_in_mind()
        agent.process.stdout.close()
        agent.close()
        ended(claim, agent, "an agent that reads no more", range(0, 256), 12)


def check_facts(claim, program):
    """A server is started as it would be without a guard."""
    found = []
    for guarding in (None, program):
        with Agent(guarding, "facts") as agent:
            agent.started()
            found.append(json.loads(agent.line()))
    # A guard writes no memory to a disk, and what it starts does not; a child of posix_spawn ignores two signals of the C library.
    found[1]["RLIMIT_CORE"] = found[0]["RLIMIT_CORE"]
    found[1]["SigIgn"] = f"{int(found[1]['SigIgn'], 16) & ~(3 << 31):016x}"
    for name in found[0]:
        claim(found[0][name] == found[1][name], f"a server behind a guard has the same {name}", f"{found[0][name]} became {found[1][name]}")


CHECKS = named(
    check_close, check_late_messages, check_status, check_killed, check_stubborn_server, check_server_that_ignores_signals, check_signals,
    check_signals_to_stubborn_server, check_signal_while_writing,
    check_killed_guard, check_killed_worker, check_killed_launcher, check_long_message, check_endless_message,
    check_missing_command, check_quick_server, check_orphan, check_closed_output, check_facts,
)
