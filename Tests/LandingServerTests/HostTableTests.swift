import Testing

@testable import LandingServer

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

    @Test("A release without hosts has none")
    func empty() {
        #expect(HostTable([])["app.example"] == nil)
    }

    @Test("The last app of a host counts")
    func last() {
        #expect(HostTable([("app.example", 0), ("app.example", 1)])["app.example"] == 1)
    }
}
