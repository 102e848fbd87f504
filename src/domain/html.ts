/** Builds HTML that is safe by construction, because the template escapes every value that is not `Html`. */

export class Html {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

/** A value in a template. Text is escaped; null, undefined and false render nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes HTML's five special characters, for content and quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Builds HTML. Put values only between tags or inside quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
	return new Html(texts.reduce((written, text, index) => `${written}${textOf(parts[index - 1])}${text}`));
}

function textOf(part: HtmlPart): string {
	if (part === null || part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(textOf).join('');
	return escapeHtml(String(part));
}
