/** Extracts the TypeScript code of a file. A Svelte component has it in `<script>`; any other file is all code. */

export const CODE_FILE = /\.(?:ts|svelte)$/;

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)<\/script>/g;

/** Returns the code. Lines keep their numbers, because lines without code become empty. */
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

/** Returns a component's markup with its expressions, without scripts and styles. */
export function markupOf(text: string): string {
	return text.replace(SCRIPT, linesOf).replace(/<style\b[\s\S]*?<\/style>/g, linesOf);
}

function linesOf(text: string): string {
	return text.replace(/[^\n]/g, '');
}
