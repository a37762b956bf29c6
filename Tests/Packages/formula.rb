# Runs the formula of an archive: the words of Homebrew's language that it uses, as https://docs.brew.sh/Formula-Cookbook has them.
#
#   formula.rb FORMULA FOLDER WORK     FOLDER has the archives
require "digest"
require "fileutils"
require "pathname"

class Formula
  class << self
    attr_reader :archive, :checks
    %i[desc homepage version license conflicts_with].each { |name| define_method(name) { |*| } }
    def on_linux = yield
    def on_macos; end
    def on_intel = RUBY_PLATFORM.start_with?("x86_64") ? yield : nil
    def on_arm = RUBY_PLATFORM.start_with?("aarch64") ? yield : nil
    def url(text) = @archive = Pathname(ARGV[1]) + File.basename(text)
    def sha256(text) = (raise "another checksum" if Digest::SHA256.file(@archive).hexdigest != text)
    def test(&checks) = @checks = checks
  end
  attr_reader :prefix, :testpath

  def initialize(work)
    @prefix, @testpath = work + "prefix", work + "harbour"
    [@prefix, @testpath].each(&:mkpath)
    def @prefix.install(*names) = FileUtils.cp_r(names, self)
  end

  def bin = prefix + "bin"
  def assert_path_exists(path) = (raise "there is no #{path}" unless path.exist?)
  def system(*words) = (super(*words.map(&:to_s), out: File::NULL, err: File::NULL) or raise "failed: #{words.join(" ")}")
end

load ARGV[0]
work = Pathname(ARGV[2]).tap(&:mkpath)
raise "it cannot be unpacked" unless Kernel.system("tar", "xzf", LatchkeyBin.archive.to_s, "-C", work.to_s, "--strip-components=1")
formula = LatchkeyBin.new(work)
Dir.chdir(work) { formula.install }
Dir.chdir(formula.testpath) { formula.instance_eval(&LatchkeyBin.checks) }
