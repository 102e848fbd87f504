/**
 * Runs the documentation site's search, and its menu on a narrow screen. Every page can also be read without this
 * script.
 */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.ts';

const RESULTS_MAX = 12;

type Result = { readonly to: string; readonly page: string; readonly title: string };

/** @throws Error if the page has no such element, because then the template does not match this script */
function required<T extends Element>(selector: string, kind: new () => T): T {
	const element = document.querySelector(selector);
	if (!(element instanceof kind)) throw new Error(`The page has no ${selector}.`);
	return element;
}

const menu = required('#menu', HTMLButtonElement);
menu.addEventListener('click', () => {
	const isOpen = menu.getAttribute('aria-expanded') === 'true';
	menu.setAttribute('aria-expanded', String(!isOpen));
});

const field = required('#search', HTMLInputElement);
const list = required('#results', HTMLUListElement);
const status = required('#search-status', HTMLElement);
/** URL of the site's root, which the page gives as a relative path. */
const root = new URL(field.dataset.root ?? './', location.href);

let loading: Promise<MiniSearch<Result>> | undefined;

/** @throws Error if the index cannot be loaded; the next call tries again */
function loadIndex(): Promise<MiniSearch<Result>> {
	loading ??= fetch(new URL(field.dataset.index ?? '', location.href))
		.then(async (answer) => {
			if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
			return MiniSearch.loadJSON<Result>(await answer.text(), SEARCH_OPTIONS);
		})
		.catch((error: unknown) => {
			loading = undefined;
			throw error;
		});
	return loading;
}

async function search(): Promise<void> {
	const query = field.value.trim();
	if (query.length < 2) return show([], '');
	try {
		const index = await loadIndex();
		// The reader has typed more since this search began. The call for the newer text shows its own results.
		if (query !== field.value.trim()) return;
		const found = index.search(query) as unknown as readonly Result[];
		show(
			found.slice(0, RESULTS_MAX),
			found.length === 0
				? `Nothing found for “${query}”.`
				: `${found.length} ${found.length === 1 ? 'result' : 'results'}`,
		);
	} catch (error) {
		show([], `The search index could not be loaded (${String(error)}). Reload the page.`);
	}
}

function show(results: readonly Result[], sentence: string): void {
	status.textContent = sentence;
	list.replaceChildren(...results.map(entry));
	required('#search-panel', HTMLElement).hidden = sentence === '';
}

function entry({ to, page, title }: Result): HTMLLIElement {
	const item = document.createElement('li');
	const link = document.createElement('a');
	link.href = new URL(to || './', root).href;
	const name = document.createElement('b');
	name.textContent = title;
	link.append(name);
	if (page !== title) {
		const small = document.createElement('small');
		small.textContent = page;
		link.append(' ', small);
	}
	item.append(link);
	return item;
}

function close(): void {
	field.value = '';
	show([], '');
}

field.addEventListener('focus', () => void loadIndex().catch(() => undefined));
field.addEventListener('input', () => void search());
required('#search-form', HTMLFormElement).addEventListener('submit', (event) => {
	event.preventDefault();
	list.querySelector('a')?.click();
});
// A result on the current page only scrolls this page, so a panel left open would cover the target.
list.addEventListener('click', () => close());

document.addEventListener('keydown', (event) => {
	const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
	if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
		event.preventDefault();
		field.focus();
	} else if (event.key === 'Escape' && !required('#search-panel', HTMLElement).hidden) {
		close();
		field.focus();
	} else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveThrough(event);
});

/** Moves the focus with the arrow keys from the search field through the results and back. */
function moveThrough(event: KeyboardEvent): void {
	const places: readonly (Element | null)[] = [field, ...list.querySelectorAll('a')];
	const at = places.indexOf(document.activeElement);
	if (at < 0 || places.length === 1) return;
	event.preventDefault();
	const step = event.key === 'ArrowDown' ? 1 : -1;
	const next = places[(at + step + places.length) % places.length];
	if (next instanceof HTMLElement) next.focus();
}

document.addEventListener('click', (event) => {
	const panel = required('#search-panel', HTMLElement);
	const isInside =
		event.target instanceof Node && required('#search-form', HTMLFormElement).contains(event.target);
	if (!isInside) panel.hidden = true;
});
