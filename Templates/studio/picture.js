// @ts-check
// Pictures of states for the clipboard. A frame describes itself as XHTML, which an SVG in an image may contain.

import { make } from "./dom.js";

/**
 * What a previewed page answers; `reload.js` sends it.
 *
 * @param {HTMLIFrameElement} frame
 * @returns {Promise<string>}
 */
const markup = (frame) =>
  new Promise((settled, failed) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => settled(data);
    setTimeout(failed, 5000);
    frame.contentWindow?.postMessage("picture", "*", [port2]);
  });

/**
 * Frames side by side as a PNG, at twice their size.
 *
 * @param {HTMLIFrameElement[]} frames
 * @returns {Promise<Blob>}
 */
async function draw(frames) {
  const [width, height] = [Number(frames[0]?.width), Number(frames[0]?.height)];
  const canvas = make("canvas", { width: width * frames.length * 2, height: height * 2 });
  const context = canvas.getContext("2d");
  context?.scale(2, 2);
  for (const [index, frame] of frames.entries()) {
    const body = `<foreignObject width="${width}" height="${height}">${await markup(frame)}</foreignObject>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
    const image = make("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
    await image.decode();
    context?.drawImage(image, width * index, 0);
  }
  return new Promise((settled, failed) => canvas.toBlob((blob) => (blob ? settled(blob) : failed(new Error("no picture")))));
}

/**
 * A button that copies what frames show; where a browser allows no picture in the clipboard, it saves a file.
 *
 * @param {Element} place that contains the frames
 * @param {string} name of the file
 */
export function pictureButton(place, name) {
  const words = "Copy picture";
  const button = make("button", { type: "button", class: "quiet" }, words);
  button.addEventListener("click", async () => {
    const picture = draw([...place.querySelectorAll("iframe")]);
    try {
      // The picture may be a promise, so that the press still counts when it is ready.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      button.textContent = "Copied";
    } catch {
      const href = URL.createObjectURL(await picture);
      make("a", { href, download: `${name}.png` }).click();
      button.textContent = "Saved as a file";
    }
    setTimeout(() => (button.textContent = words), 1500);
  });
  return button;
}
