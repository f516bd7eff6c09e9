import "zone.js";
import "@angular/compiler";
import { Component, inject } from "@angular/core";
import { MatButtonModule } from "@angular/material/button";
import { MatDialog, MatDialogModule } from "@angular/material/dialog";
import { MatInputModule } from "@angular/material/input";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideNoopAnimations } from "@angular/platform-browser/animations";

const Rename = Component({ selector: "app-rename", standalone: true, imports: [MatButtonModule, MatDialogModule, MatInputModule],
  template: `<h2 mat-dialog-title>Rename</h2><mat-dialog-content><mat-form-field><mat-label>New name</mat-label><input matInput></mat-form-field></mat-dialog-content>
<mat-dialog-actions><button mat-button mat-dialog-close>Cancel</button><button mat-button>Rename</button></mat-dialog-actions>` })(class {});
const App = Component({ selector: "#root", standalone: true, imports: [MatButtonModule], template: `<button mat-button>Behind</button>` })(class { constructor() { inject(MatDialog).open(Rename); } });
bootstrapApplication(App, { providers: [provideNoopAnimations()] });
