import { Dialog } from "radix-ui";
import { mount } from "./mount.jsx";

mount(<div><button>Behind</button><Dialog.Root open><Dialog.Portal><Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0008" }} /><Dialog.Content style={{ position: "fixed", inset: 150, background: "#fff" }}>
  <Dialog.Title>Rename</Dialog.Title><Dialog.Description>Choose a name.</Dialog.Description><label>New name <input /></label><button>Rename</button><Dialog.Close aria-label="Close">×</Dialog.Close></Dialog.Content></Dialog.Portal></Dialog.Root></div>);
