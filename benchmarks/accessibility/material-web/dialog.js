import "@material/web/all.js";

document.getElementById("root").innerHTML = `<md-text-button>Behind</md-text-button><md-dialog open><div slot="headline">Rename</div><form slot="content" id="f" method="dialog"><md-filled-text-field label="New name"></md-filled-text-field></form>
<div slot="actions"><md-text-button form="f">Cancel</md-text-button><md-text-button form="f">Rename</md-text-button></div></md-dialog>`;
