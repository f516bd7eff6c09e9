import "zone.js";
import "@angular/compiler";
import { Component } from "@angular/core";
import { MatButtonModule } from "@angular/material/button";
import { MatMenuModule } from "@angular/material/menu";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideNoopAnimations } from "@angular/platform-browser/animations";

const template = `<button mat-button id="edit" [matMenuTriggerFor]="menu">Edit</button><button mat-button>Behind</button>
<mat-menu #menu="matMenu"><button mat-menu-item>Copy</button><button mat-menu-item disabled>Paste</button><a mat-menu-item href="#">Help</a></mat-menu>`;
bootstrapApplication(Component({ selector: "#root", template, imports: [MatButtonModule, MatMenuModule], standalone: true })(class {}), { providers: [provideNoopAnimations()] })
  .then(() => document.getElementById("edit").click());
