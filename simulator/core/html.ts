/**
 * Provides HTML templates that escape every inserted value except HTML itself, so that nobody can forget to escape.
 */

export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[] | undefined;

/**
 * Template tag, used as html`<b>${name}</b>`. Undefined inserts nothing. Values may be inserted into text or quoted
 * attributes.
 */
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
