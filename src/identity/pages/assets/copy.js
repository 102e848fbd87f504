// Copies what is shown once. Without this script a click on the text selects all of it.
for (const button of document.querySelectorAll('button[data-copy]')) {
	const shown = document.getElementById(button.dataset.copy);
	const said = document.querySelector(`[data-copied="${button.dataset.copy}"]`);
	button.hidden = false;
	button.addEventListener('click', async () => {
		try {
			await navigator.clipboard.writeText(shown.textContent);
			said.textContent = 'Copied.';
		} catch {
			getSelection().selectAllChildren(shown);
			said.textContent = 'The browser does not let this page copy. It is selected: copy it by hand.';
		}
	});
}
