import Testing

@testable import LinkRouting

@Suite("The apps of a release by host")
struct HostTableTests {
    @Test("Finds the app of each of 5,000 hosts, and none of a host that is not there")
    func finds() {
        let table = HostTable((0..<5_000).map { ("app-\($0).example", $0) })
        #expect((0..<5_000).allSatisfy { (app: Int) in table["app-\(app).example"] == app })
        #expect((5_000..<10_000).allSatisfy { (app: Int) in table["app-\(app).example"] == nil })
        #expect(table[""] == nil)
        #expect(table["app-1.exampl"] == nil)
    }

    @Test("Hosts of any length are found, and told apart at their ends", arguments: [1, 54, 55, 56, 57, 253])
    func lengths(length: Int) {
        let start = String(repeating: "a", count: length - 1)
        let table = HostTable([("\(start)b", 1), ("\(start)c", 2), ("\(start)cc", 3)])
        #expect(["b", "c", "cc", "d", "", "ccc"].map { table[start + $0] } == [1, 2, 3, nil, nil, nil])
    }

    @Test("A release without hosts has none")
    func empty() {
        #expect(HostTable<Int>([])["app.example"] == nil)
    }

    @Test("The last app of a host counts")
    func last() {
        #expect(HostTable([("app.example", 0), ("app.example", 1)])["app.example"] == 1)
    }
}
