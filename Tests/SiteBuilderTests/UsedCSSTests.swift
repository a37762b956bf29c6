import Testing

@testable import SiteBuilder

@Suite struct UsedCSSTests {
    @Test(
        "what a document has no use for is left out of its stylesheet",
        arguments: [
            (".a{color:red}.b{color:blue}", ".a{color:red}"),
            (".a,.b{color:red}", ".a{color:red}"),
            ("p,ul{margin:0}", "p{margin:0}"),
            (".a p,.a ul{margin:0}", ".a p{margin:0}"),
            (".a:hover,.b:hover{margin:0}", ".a:hover{margin:0}"),
            (".a.b{margin:0}", ""),
            (".a:not(.b){margin:0}", ".a:not(.b){margin:0}"),
            (".a:is(.b,.c),.b{margin:0}", ".a:is(.b,.c){margin:0}"),
            ("*,::before{margin:0}", "*,::before{margin:0}"),
            ("[hidden]{display:none!important}", "[hidden]{display:none!important}"),
            (".a::after{content:\"}\"}.b{margin:0}", ".a::after{content:\"}\"}"),
            ("@media print{.b{margin:0}}", ""),
            ("@media print{.a{margin:0}.b{margin:0}}", "@media print{.a{margin:0}}"),
            ("@supports (a:b) and (c:d){.a{margin:0}}", "@supports (a:b) and (c:d){.a{margin:0}}"),
            ("@keyframes turn{to{rotate:1turn}}", ""),
            (
                ".a{animation:turn 1s}@keyframes turn{to{rotate:1turn}}",
                ".a{animation:turn 1s}@keyframes turn{to{rotate:1turn}}"
            ),
            (".spin{margin:0}", ".spin{margin:0}"),
        ])
    func used(css: String, expected: String) {
        let vocabulary = UsedCSS.Vocabulary(
            html: "<body><p id=\"x\" class=\"a z\">.b ul</p>", script: "x.className=\"spin\"")
        #expect(UsedCSS.text(of: css, for: vocabulary) == expected)
    }
}
