// Moves the code of the link from the address and the history into the form. Without this script, users paste the link.
// The button gets no focus: otherwise a keystroke meant for the previous page could press it.
const code = location.hash.slice(1);
const field = document.querySelector('form[data-login-link] input[name="link_code"]');
if (code !== '' && field !== null) {
	field.value = code;
	history.replaceState(null, '', `${location.pathname}${location.search}`);
}
