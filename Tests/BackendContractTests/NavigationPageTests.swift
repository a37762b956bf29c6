import AuthContracts
import AuthFlow
import CommonMark
import Configuration
import Diagnostics
import SiteModel
import Testing

/// The page of the navigation contract, held against the table that apps and pages share.
@Suite struct NavigationPageTests {
    /// A way from one screen to another, by the names of their states.
    struct Way: Hashable, CustomStringConvertible {
        let from: String
        let to: String
        var description: String { "\(from) → \(to)" }
    }

    let page: Page

    init() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let site = try SiteReader.read("\(root)/Site").site
        page = try #require(site.apps.first { $0.name == "auth-navigation" }?.page(named: "auth"))
    }

    private var screens: [String] { AuthNavigationState.Screen.allCases.map(\.rawValue) }

    /// Every state that a person can result in from one: by what it offers, by what its operations come to, by Back.
    private func ways(from state: State) -> Set<String> {
        let moves = state.actions.compactMap { action -> String? in
            if case .state(let name) = action.destination { name } else { nil }
        }
        return Set(moves + state.moves.flatMap { $0.moves.map(\.state.value) } + [state.back?.value].compactMap { $0 })
    }

    @Test("the page starts in the table's first screen")
    func start() {
        #expect(page.start.name(for: nil) == AuthTransitions.start.rawValue)
    }

    @Test("the transitions between the screens are those of the table")
    func ways() throws {
        var ways: Set<Way> = []
        for screen in screens {
            let state = try #require(page.state(named: screen))
            // Asking for a second code leads nowhere.
            for name in self.ways(from: state) where screens.contains(name) && name != screen {
                ways.insert(Way(from: screen, to: name))
            }
        }
        let expected = AuthTransitions.all.map { Way(from: $0.from.rawValue, to: $0.to.rawValue) }
        #expect(ways == Set(expected))
    }

    @Test("Back leads where the table's 'back' does, from later states too")
    func back() {
        for transition in AuthTransitions.all where transition.trigger == .back {
            let state = page.state(named: transition.from.rawValue)
            #expect(state?.back?.value == transition.to.rawValue)
        }
        #expect(page.states.filter { $0.back == nil }.map(\.name) == [AuthTransitions.start.rawValue])
        #expect(page.states.allSatisfy { $0.back == nil || $0.back?.value == AuthTransitions.start.rawValue })
    }

    /// Passwords and codes are emptied on every way; that is the script's, and shown in browsers.
    @Test("a transition clears the values that the table lists, and no others")
    func clearing() throws {
        for transition in AuthTransitions.all {
            let state = try #require(page.state(named: transition.to.rawValue))
            #expect(
                page.forgotten(by: state).contains("email") == transition.clears.contains(.email), "\(transition)")
        }
        let choice = try #require(page.state(named: AuthTransitions.start.rawValue))
        #expect(Set(page.forgotten(by: choice)) == Set(page.states.flatMap(\.fields).map(\.name)))
        #expect(page.forgotten(by: choice).contains("consent"))
    }

    @Test("a form is sent when it is complete, and signing up requires consent")
    func submitting() {
        #expect(page.states.filter { !$0.fields.isEmpty }.allSatisfy { $0.submitsWhenValid })
        #expect(page.state(named: "signup")?.fields.map(\.rule).contains(.consent) == true)
    }
}
