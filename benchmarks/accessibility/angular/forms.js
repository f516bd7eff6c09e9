import "zone.js";
import "@angular/compiler";
import { Component } from "@angular/core";
import { FormsModule } from "@angular/forms";
import { MatButtonModule } from "@angular/material/button";
import { MatButtonToggleModule } from "@angular/material/button-toggle";
import { MatCheckboxModule } from "@angular/material/checkbox";
import { MatChipsModule } from "@angular/material/chips";
import { MatInputModule } from "@angular/material/input";
import { MatRadioModule } from "@angular/material/radio";
import { MatSelectModule } from "@angular/material/select";
import { MatSlideToggleModule } from "@angular/material/slide-toggle";
import { MatSliderModule } from "@angular/material/slider";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideNoopAnimations } from "@angular/platform-browser/animations";

const template = `<button mat-flat-button>Save</button><button mat-icon-button aria-label="Menu">m</button><mat-form-field><mat-label>Name</mat-label><input matInput><mat-hint>In full</mat-hint></mat-form-field>
<mat-form-field><mat-label>Town</mat-label><mat-select value="o"><mat-option value="o">Oslo</mat-option><mat-option value="r">Rome</mat-option></mat-select></mat-form-field>
<mat-checkbox>Agree</mat-checkbox><mat-slide-toggle>Night</mat-slide-toggle><mat-radio-group aria-label="Size" value="s"><mat-radio-button value="s">Small</mat-radio-button><mat-radio-button value="l">Large</mat-radio-button></mat-radio-group>
<mat-slider><input matSliderThumb value="30" aria-label="Volume"></mat-slider><mat-button-toggle-group aria-label="Align"><mat-button-toggle value="l">Left</mat-button-toggle><mat-button-toggle value="r">Right</mat-button-toggle></mat-button-toggle-group>
<mat-chip-listbox aria-label="Colours"><mat-chip-option>Red</mat-chip-option></mat-chip-listbox><mat-chip-set><mat-chip (removed)="1">Tag <button matChipRemove aria-label="Remove Tag">x</button></mat-chip></mat-chip-set>`;
const imports = [FormsModule, MatButtonModule, MatButtonToggleModule, MatCheckboxModule, MatChipsModule, MatInputModule, MatRadioModule, MatSelectModule, MatSlideToggleModule, MatSliderModule];
bootstrapApplication(Component({ selector: "#root", template, imports, standalone: true })(class {}), { providers: [provideNoopAnimations()] });
