import "@material/web/all.js";

document.getElementById("root").innerHTML = `<md-tabs><md-primary-tab>First</md-primary-tab><md-primary-tab>Second</md-primary-tab></md-tabs><md-list style="max-width:300px"><md-list-item type="button"><div slot="headline">Inbox</div></md-list-item>
<md-list-item type="link" href="#"><div slot="headline">Sent</div><div slot="supporting-text">3 new</div></md-list-item></md-list><span style="position:relative"><md-filled-button id="edit">Edit</md-filled-button><md-menu anchor="edit" open><md-menu-item><div slot="headline">Copy</div></md-menu-item><md-menu-item><div slot="headline">Paste</div></md-menu-item></md-menu></span>`;
