# Installs the programs of a release. Scripts/write-formulas fills in the archives.
class LatchkeyBin < Formula
  desc "Web half of the links an app emails"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "MIT"

  @SOURCE@

  conflicts_with "latchkey", because: "both install the same programs"

  def install
    prefix.install "bin", "lib", "share"
  end

  test do
    system bin/"latchkey", "init", testpath
    system bin/"latchkey", "build", testpath/"Site"
    assert_path_exists testpath/"Output/release.json"
  end
end
