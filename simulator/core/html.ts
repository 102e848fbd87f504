/** HTML templates that escape every inserted value, except HTML itself, so that escaping cannot be forgotten. */

export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[] | undefined;

/** A template tag: html`<b>${name}</b>`. Undefined inserts nothing. Values may appear in text or in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
	return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
	if (value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
	return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
