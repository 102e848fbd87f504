// Puts the code of the link into the form, and takes it out of the address and the history. Without this script the link is pasted.
// The button gets no focus: a page that led here while its visitor types would have the next key press it.
const code = location.hash.slice(1);
const field = document.querySelector('form[data-login-link] input[name="link_code"]');
if (code !== '' && field !== null) {
	field.value = code;
	history.replaceState(null, '', `${location.pathname}${location.search}`);
}
