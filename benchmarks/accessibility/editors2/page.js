import { exampleSetup } from "prosemirror-example-setup";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { schema } from "prosemirror-schema-basic";
import Choices from "choices.js";
document.getElementById("root").innerHTML = "<h1>Editor</h1><div id=e></div><label for=c>Town</label><select id=c><option>Oslo<option>Rome</select>";
new EditorView(document.getElementById("e"), { state: EditorState.create({ schema, plugins: exampleSetup({ schema }) }) }); new Choices("#c");
