import "zone.js";
import "@angular/compiler";
import { Component } from "@angular/core";
import { MatNativeDateModule } from "@angular/material/core";
import { MatDatepickerModule } from "@angular/material/datepicker";
import { MatExpansionModule } from "@angular/material/expansion";
import { MatListModule } from "@angular/material/list";
import { MatPaginatorModule } from "@angular/material/paginator";
import { MatSortModule } from "@angular/material/sort";
import { MatStepperModule } from "@angular/material/stepper";
import { MatTabsModule } from "@angular/material/tabs";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideNoopAnimations } from "@angular/platform-browser/animations";

const template = `<mat-tab-group><mat-tab label="First">Text</mat-tab><mat-tab label="Second">x</mat-tab></mat-tab-group><mat-nav-list><a mat-list-item href="#">Inbox</a><a mat-list-item href="#">Sent</a></mat-nav-list>
<mat-selection-list><mat-list-option>Red</mat-list-option><mat-list-option selected>Blue</mat-list-option></mat-selection-list><mat-accordion><mat-expansion-panel expanded><mat-expansion-panel-header><mat-panel-title>Details</mat-panel-title></mat-expansion-panel-header>Inside</mat-expansion-panel></mat-accordion>
<table matSort><tr><th mat-sort-header="name">Name</th><th mat-sort-header="age">Age</th></tr></table><mat-paginator [length]="40" [pageSize]="10"></mat-paginator><mat-stepper><mat-step label="One">x</mat-step><mat-step label="Two">y</mat-step></mat-stepper>
<mat-calendar [startAt]="day" style="width:280px;display:block"></mat-calendar>`;
const imports = [MatNativeDateModule, MatDatepickerModule, MatExpansionModule, MatListModule, MatPaginatorModule, MatSortModule, MatStepperModule, MatTabsModule];
bootstrapApplication(Component({ selector: "#root", template, imports, standalone: true })(class { day = new Date(2026, 0, 2); }), { providers: [provideNoopAnimations()] });
