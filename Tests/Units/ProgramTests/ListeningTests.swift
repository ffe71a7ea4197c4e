import Foundation
import Testing

@Suite("Where snapveil serve listens")
struct ListeningTests {
    /// Becomes the command that is appended, with descriptor 3 as a service manager hands over a socket of `kind` on a free port
    /// of loopback.
    private static func manager(_ kind: String, _ listens: Bool = true) -> [String] {
        let script = """
            use Socket; use POSIX; $^F = 99;
            socket(my $s, AF_INET, \(kind), 0) or die;
            bind($s, sockaddr_in(0, INADDR_LOOPBACK)) or die;
            \(listens ? "listen($s, 9) or die;" : "")
            fileno($s) == 3 or POSIX::dup2(fileno($s), 3) or die;
            $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1; exec @ARGV;
            """
        return ["/usr/bin/perl", "-e", script]
    }

    @Test("on a socket in the file system, of which health knows, too")
    func unixSocket() throws {
        let directory = try Directory()
        let path = directory["service"]
        let server = try ServerProcess(["--unix-socket", path, "--unix-socket-mode", "600"])
        #expect(server.logText.contains("address=unix:\(path)"))
        #expect(try Command(["health", "--unix-socket", path]).status == 0)
        #expect(try Command(["health"], environment: ["SNAPVEIL_UNIX_SOCKET": path]).status == 0)
        let other = try Command(["serve", "--unix-socket", path])
        #expect(other.status == 78)
        #expect(other.message == "snapveil: Cannot listen on \(path): Address already in use\n")
        let missing = try Command(["health", "--unix-socket", directory["none"]])
        #expect(missing.status == 1 && missing.errors.hasSuffix(": No such file or directory\n"), "\(missing.errors)")
        kill(server.processID, SIGTERM)
        #expect(eventually { !FileManager.default.fileExists(atPath: path) })
    }

    @Test(
        "on a socket in the file system that a service manager hands over, and whose file stays",
        arguments: ["auto", "none"]
    )
    func inheritedUnixSocket(isolation: String) throws {
        let directory = try Directory()
        let path = directory["handed-over"]
        let script = """
            use Socket; use POSIX; $^F = 99;
            socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die;
            bind($s, sockaddr_un("\(path)")) or die;
            listen($s, 9) or die;
            fileno($s) == 3 or POSIX::dup2(fileno($s), 3) or die;
            $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1; exec @ARGV;
            """
        let options = ["--unix-socket", path, "--isolation", isolation]
        let server = try ServerProcess(options, launcher: ["/usr/bin/perl", "-e", script])
        kill(server.processID, SIGTERM)
        #expect(try eventually { try Command(["health", "--unix-socket", path]).status == 1 })
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("on what a service manager hands over, whatever else it is told")
    func inherited() throws {
        let server = try ServerProcess(["--port", "1"], launcher: Self.manager("SOCK_STREAM"))
        #expect(server.port > 1)
        #expect(try server.isAlive())
        // Another process has the environment that names it, and no such socket.
        let child = try ServerProcess([], launcher: ["/usr/bin/env", "LISTEN_PID=1", "LISTEN_FDS=1"])
        #expect(try child.isAlive())
    }

    @Test("on nothing that is no socket to listen on", arguments: [("SOCK_DGRAM", false), ("SOCK_STREAM", false)])
    func unusable(_ kind: String, _ listens: Bool) throws {
        let command = try Command(["serve"], launcher: Self.manager(kind, listens))
        #expect(command.status == 78)
        let reason = "descriptor 3 is not a listening stream socket (Accept=no)"
        #expect(command.message == "snapveil: Cannot listen on the sockets of LISTEN_FDS: \(reason)\n")
    }

    @Test("nowhere, where the port is taken, and says so before it starts anything")
    func taken() throws {
        let server = try ServerProcess([])
        let command = try Command(["serve", "--port", "\(server.port)"])
        #expect(command.status == 78)
        #expect(command.errors == "snapveil: Cannot listen on 127.0.0.1:\(server.port): Address already in use\n")
    }

    @Test("for nobody whose right is no number of chmod", arguments: ["rw", "888", "7777", "-1"])
    func mode(_ mode: String) throws {
        let command = try Command(["serve", "--unix-socket", "/nowhere", "--unix-socket-mode=\(mode)"])
        #expect(command.status == 64)
    }
}
