import JSON
import Testing

@testable import Studio

@Suite struct ComponentWordsTests {
    @Test(
        "a component is described in English",
        arguments: [
            (
                #"{"/":"/reset-password","?":{"token":"?*"},"comment":"reset-password"}"#,
                "Opens the app for '/reset-password' with an item 'token' that is not empty."
            ),
            (
                #"{"/":"/auth/action","?":{"mode":"resetPassword","oobCode":"?*"}}"#,
                "Opens the app for '/auth/action' with the item 'mode=resetPassword' and an item 'oobCode' that is not empty."
            ),
            (#"{"/":"/a/*","exclude":true}"#, "Stays in the browser for everything below '/a/'."),
            (#"{"/":"/a/?*"}"#, "Opens the app for paths like '/a/?*'."),
            (#"{"/":"*"}"#, "Opens the app for every path."),
            (#"{}"#, "Opens the app for any path."),
            (#"{"?":"a=b*"}"#, "Opens the app for any path with a query like 'a=b*'."),
            (
                ##"{"/":"/login","#":"access_token=*","caseSensitive":false}"##,
                "Opens the app for '/login' and a fragment like 'access_token=*' in upper or lower case."
            ),
            (#""/a""#, "This is not a component."),
        ])
    func sentences(text: String, sentence: String) throws {
        let component = try JSONDocument(parsing: Array(text.utf8)).value
        #expect(ComponentWords.sentence(for: component) == sentence)
    }
}
