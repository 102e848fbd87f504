/** Reads HTML and Svelte markup. Returns the visible text, the comments, and the code in braces. */

/** A text in the markup, and the 1-based line on which it begins. */
export type MarkupText = {
	readonly kind: 'comment' | 'paragraph' | 'heading';
	readonly text: string;
	readonly line: number;
};

/** The texts, the code and the names in the markup. */
export type Markup = {
	readonly texts: readonly MarkupText[];
	/** Code in braces, with a semicolon after each expression. It keeps the line numbers of the markup. */
	readonly code: string;
	/** Names of the components used, and of the properties passed to them. */
	readonly names: readonly { readonly name: string; readonly line: number }[];
};

/** Inline tags. A sentence continues across them. */
const INLINE = new Set(
	'a abbr b cite code dfn em i kbd q s samp small span strong sub sup time u var wbr'.split(' '),
);
/** Tags whose text is an example or a value. */
const CODE = new Set(['code', 'kbd', 'samp', 'pre', 'var']);
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 caption dt label legend option summary th title'.split(' '));
/** Attributes whose text users read as a label or title. */
const LABELS = new Set(['aria-label', 'caption', 'heading', 'label', 'legend']);
/** Attributes whose text users do not read. */
const HIDDEN = new Set('class d href id name points rel sizes src style transform viewBox'.split(' '));

type Reader = {
	readonly markup: string;
	readonly hasCode: boolean;
	at: number;
	line: number;
	code: string;
	/** Text that may continue: everything since the last tag that ends a sentence. */
	open: string;
	openLine: number;
	tag: string;
	readonly texts: MarkupText[];
	readonly names: { name: string; line: number }[];
};

/**
 * Reads markup. If `hasCode` is true, text in braces is code, as in Svelte. @throws Error for a tag, comment or brace
 * that is not closed
 */
export function readMarkup(markup: string, hasCode: boolean): Markup {
	const reader: Reader = {
		...{ markup, hasCode, at: 0, line: 1, code: '', open: '', openLine: 1, tag: '' },
		...{ texts: [], names: [] },
	};
	while (reader.at < markup.length) {
		if (markup.startsWith('<!--', reader.at)) readComment(reader);
		else if (/^<[a-z/!]/i.test(markup.slice(reader.at, reader.at + 2))) readTag(reader);
		else if (hasCode && markup[reader.at] === '{') {
			readExpression(reader);
			reader.open += '…';
		} else {
			if (reader.open.trim() === '') reader.openLine = reader.line;
			reader.open += take(reader, reader.at + 1);
		}
	}
	endText(reader);
	return { texts: reader.texts, code: reader.code, names: reader.names };
}

/**
 * Advances to `end` and returns the text in between. Line breaks are added to the code, so that code lines keep their
 * numbers.
 */
function take(reader: Reader, end: number): string {
	const taken = reader.markup.slice(reader.at, end);
	const breaks = taken.replace(/[^\n]/g, '');
	reader.line += breaks.length;
	reader.code += breaks;
	reader.at = end;
	return taken;
}

function endText(reader: Reader): void {
	const kind = HEADINGS.has(reader.tag) ? 'heading' : 'paragraph';
	if (/\p{L}{2}/u.test(reader.open))
		reader.texts.push({ kind, text: reader.open.trim(), line: reader.openLine });
	reader.open = '';
}

function readComment(reader: Reader): void {
	const { line } = reader;
	const comment = take(reader, endOf(reader, '-->', reader.at + 4));
	reader.texts.push({ kind: 'comment', text: comment.slice(4, -3), line });
}

function readTag(reader: Reader): void {
	const tag = /^<[/!]?[\w:.-]*/.exec(reader.markup.slice(reader.at, reader.at + 80))?.[0] ?? '<';
	const name = tag.replace(/^<[/!]?/, '');
	if (CODE.has(name) && !tag.startsWith('</')) {
		const end = reader.markup.indexOf(`</${name}`, reader.at);
		const lines = reader.line;
		take(reader, end < 0 ? reader.markup.length : end);
		reader.open += `\`x\`${'\n'.repeat(reader.line - lines)}`;
		return;
	}
	const isInline = INLINE.has(name);
	if (!isInline) endText(reader);
	const lines = reader.line;
	const isComponent = /^<\p{Lu}/u.test(tag);
	if (isComponent) reader.names.push({ name, line: reader.line });
	take(reader, reader.at + tag.length);
	readAttributes(reader, isComponent);
	if (isInline) reader.open += '\n'.repeat(reader.line - lines);
	else reader.tag = tag.startsWith('</') ? '' : name;
}

function readAttributes(reader: Reader, isComponent: boolean): void {
	let attribute = '';
	while (reader.markup[reader.at] !== '>') {
		const char = reader.markup[reader.at];
		if (char === undefined) throw new Error(`A tag before line ${reader.line} has no end.`);
		const name = /^[^\s=>{}"'/]+/.exec(reader.markup.slice(reader.at, reader.at + 80))?.[0];
		if (char === '{' && reader.hasCode) readExpression(reader);
		else if (char === '"' || char === "'") readValue(reader, char, attribute);
		else if (name !== undefined && reader.markup[reader.at - 1] === '=')
			take(reader, reader.at + name.length);
		else if (name !== undefined) {
			attribute = name;
			if (isComponent) reader.names.push({ name, line: reader.line });
			take(reader, reader.at + name.length);
		} else take(reader, reader.at + 1);
	}
	take(reader, reader.at + 1);
}

function readValue(reader: Reader, quote: string, attribute: string): void {
	const { line } = reader;
	let text = '';
	take(reader, reader.at + 1);
	while (reader.markup[reader.at] !== quote) {
		if (reader.at >= reader.markup.length) throw new Error(`A value in or after line ${line} has no end.`);
		if (reader.hasCode && reader.markup[reader.at] === '{') {
			readExpression(reader);
			text += '…';
		} else text += take(reader, reader.at + 1);
	}
	take(reader, reader.at + 1);
	if (!HIDDEN.has(attribute) && /\p{L}{2}/u.test(text) && (LABELS.has(attribute) || /\S\s+\S/.test(text)))
		reader.texts.push({ kind: LABELS.has(attribute) ? 'heading' : 'paragraph', text, line });
}

/** Reads the expression in braces at the current position. The end of a block, such as `{/if}`, is not code. */
function readExpression(reader: Reader): void {
	const end = braceEnd(reader.markup, reader.at, reader.line);
	const code = reader.markup.slice(reader.at + 1, end);
	if (!code.startsWith('/')) reader.code += `${code};`;
	reader.line += code.split('\n').length - 1;
	reader.at = end + 1;
}

/** Returns the index of the brace that closes the one at `from`. Braces inside strings and templates are ignored. */
function braceEnd(markup: string, from: number, line: number): number {
	let depth = 0;
	let at = from;
	while (at < markup.length) {
		const char = markup.charAt(at);
		if (char === '{') depth += 1;
		if (char === '}') depth -= 1;
		if (depth === 0) return at;
		at = char === '"' || char === "'" || char === '`' ? quoteEnd(markup, at, line) + 1 : at + 1;
	}
	throw new Error(`A brace in line ${line} has no end.`);
}

function quoteEnd(markup: string, from: number, line: number): number {
	const quote = markup.charAt(from);
	let at = from + 1;
	while (at < markup.length && markup.charAt(at) !== quote) {
		if (quote === '`' && markup.startsWith('${', at)) at = braceEnd(markup, at + 1, line);
		at += markup.charAt(at) === '\\' ? 2 : 1;
	}
	return at;
}

function endOf(reader: Reader, mark: string, from: number): number {
	const end = reader.markup.indexOf(mark, from);
	if (end < 0) throw new Error(`A comment in line ${reader.line} has no end.`);
	return end + mark.length;
}
