/**
 * Applies the reader's choice of light or dark before the page is rendered, so that no page flashes in the other
 * scheme. Without a choice, the page follows the system.
 */
const KEY = 'carrywire.docs.theme';
const root = document.documentElement;
root.dataset.script = 'on';
const chosen = storedTheme();
if (chosen !== null) root.dataset.theme = chosen;

document.addEventListener('DOMContentLoaded', () => {
	const button = document.querySelector<HTMLButtonElement>('#theme');
	if (button === null) return;
	const system = matchMedia('(prefers-color-scheme: dark)');
	const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
	const show = () => button.setAttribute('aria-pressed', String(isDark()));
	button.addEventListener('click', () => {
		const next = isDark() ? 'light' : 'dark';
		// If the reader's choice equals the system's scheme, the page follows the system again.
		const isSystems = (next === 'dark') === system.matches;
		if (isSystems) delete root.dataset.theme;
		else root.dataset.theme = next;
		storeTheme(isSystems ? null : next);
		show();
	});
	system.addEventListener('change', show);
	show();
});

/** Returns the stored choice; null if there is none, or if the browser does not allow storage. */
function storedTheme(): string | null {
	try {
		const text = localStorage.getItem(KEY);
		return text === 'light' || text === 'dark' ? text : null;
	} catch {
		return null;
	}
}

function storeTheme(theme: string | null): void {
	try {
		if (theme === null) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, theme);
	} catch {
		// If the browser does not allow storage, the choice applies only to this page.
	}
}
