/**
 * Reads the examples in `skills/carrywire/SKILL.md`: its fenced blocks, in order. The words after a block's language
 * say how to run it: `json config http|stdio`, `json resource`, `json tool [keep NAME=path …] [refused CODE] [until
 * path=value]`, `sh`.
 */

export type SkillExample = {
	/** 1-based line of the file where the block begins. */
	readonly line: number;
	readonly text: string;
} & (
	| { readonly kind: 'config'; readonly transport: string }
	| { readonly kind: 'resource' }
	| { readonly kind: 'sh' }
	| {
			readonly kind: 'tool';
			/** Values to keep from the response: for each name, the path in the structured content. */
			readonly keep: ReadonlyMap<string, string>;
			/** Error code of the refusal that the example expects; undefined if it expects none. */
			readonly refused: string | undefined;
			/** If given, the call is repeated until the response has this value at the path. */
			readonly until: { readonly path: string; readonly value: string } | undefined;
	  }
);

/** @throws Error for a block that does not say how to run it */
export function readSkillExamples(markdown: string): readonly SkillExample[] {
	const examples: SkillExample[] = [];
	const lines = markdown.split('\n');
	for (let at = 0; at < lines.length; at += 1) {
		const opening = lines[at] ?? '';
		if (!opening.startsWith('```')) continue;
		const end = lines.indexOf('```', at + 1);
		if (end < 0) throw new Error(`The block of line ${at + 1} has no end.`);
		examples.push({
			...howOf(opening.slice(3), at + 1),
			line: at + 1,
			text: lines.slice(at + 1, end).join('\n'),
		});
		at = end;
	}
	return examples;
}

type How<T = SkillExample> = T extends SkillExample ? Omit<T, 'line' | 'text'> : never;

function howOf(words: string, line: number): How {
	const [language, kind, ...rest] = words.split(' ');
	if (language === 'sh' && kind === undefined) return { kind: 'sh' };
	if (language === 'json' && kind === 'config') return { kind, transport: rest.join(' ') };
	if (language === 'json' && kind === 'resource') return { kind };
	if (language === 'json' && kind === 'tool') return { kind, ...toolWords(rest) };
	throw new Error(`The block of line ${line} does not say how it is run: ${JSON.stringify(words)}.`);
}

function toolWords(words: readonly string[]) {
	const after = (name: string) => words[words.indexOf(name) + 1];
	const has = (name: string) => words.includes(name);
	const kept = has('keep')
		? words.slice(words.indexOf('keep') + 1).filter((word) => /^[A-Z_]+=/.test(word))
		: [];
	const [path = '', value = ''] = has('until') ? (after('until') ?? '').split('=') : [];
	return {
		keep: new Map(kept.map((word) => word.split('=') as [string, string])),
		refused: has('refused') ? after('refused') : undefined,
		until: has('until') ? { path, value } : undefined,
	};
}

/** Replaces quoted names in the text with the values kept from earlier responses under these names. */
export function fillIn(text: string, kept: ReadonlyMap<string, string>): string {
	return [...kept].reduce(
		(filled, [name, value]) => filled.replaceAll(`"${name}"`, JSON.stringify(value)),
		text,
	);
}

/** Returns the value at a path, for example `data.0.id`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
