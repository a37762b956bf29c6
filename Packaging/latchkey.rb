# Builds Latchkey from its sources. Scripts/write-formulas fills in where they are.
class Latchkey < Formula
  desc "Web half of the links an app emails"
  homepage "@HOMEPAGE@"
  @SOURCE@
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["16.3", :build]
  depends_on "brotli"
  depends_on "cmark"
  depends_on "curl"
  depends_on "expat"
  depends_on "gnutls"
  depends_on "libyaml"
  depends_on "nettle"
  depends_on "qrencode"

  def install
    %w[latchkey latchkey-server].each do |program|
      system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", program
      system "Scripts/install-program", ".build/release/#{program}", prefix
    end
  end

  test do
    system bin/"latchkey", "init", testpath
    system bin/"latchkey", "build", testpath/"Site"
    assert_path_exists testpath/"Output/release.json"
  end
end
