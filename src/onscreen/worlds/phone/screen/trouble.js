"use strict";
// What gets in the way on real phones, when switched on: questions of permission, pop-ups, advertisements.

function launched(id) {}
function ticked() {}
function closeTrouble() { ui.trouble = null; }
const troubleWindows = () => [];
