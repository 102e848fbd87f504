/** HTML that is safe by construction: whatever is put into the template is escaped unless it is HTML already. */

export class Html {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

/** Values that a template takes: text is escaped; null, undefined and false leave nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Replaces the five characters that mean something in HTML, for content and quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Values stand between tags or inside quoted attributes, nowhere else. Nothing is written for null, undefined and false. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
	return new Html(texts.reduce((written, text, index) => `${written}${textOf(parts[index - 1])}${text}`));
}

function textOf(part: HtmlPart): string {
	if (part === null || part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(textOf).join('');
	return escapeHtml(String(part));
}
