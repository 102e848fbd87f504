/**
 * Extracts the TypeScript code of a file. In a Svelte component the code is in `<script>`; any other file is all
 * code.
 */

export const CODE_FILE = /\.(?:ts|svelte)$/;

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)<\/script>/g;

/**
 * Returns the TypeScript code in a file. Lines outside the code become empty, so that code lines keep their numbers.
 */
export function codeOf(path: string, text: string): string {
	if (!path.endsWith('.svelte')) return text;
	let code = '';
	let end = 0;
	for (const match of text.matchAll(SCRIPT)) {
		const [, tag = '', script = ''] = match;
		const from = match.index + tag.length;
		code += linesOf(text.slice(end, from)) + script;
		end = from + script.length;
	}
	return code + linesOf(text.slice(end));
}

/** Returns a component's markup with its expressions. Scripts and styles become empty lines. */
export function markupOf(text: string): string {
	return text.replace(SCRIPT, linesOf).replace(/<style\b[\s\S]*?<\/style>/g, linesOf);
}

function linesOf(text: string): string {
	return text.replace(/[^\n]/g, '');
}
