import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WORD_ALLOWANCES, type WordAllowance } from './word-allowances.ts';
import { reportOfWords, type WordsOptions } from './words-report.ts';

/**
 * Returns the faults in the files, as `path:line found`. Allowances that these files do not need are not reported as
 * unused, because no other files are checked.
 */
function faultsOf(files: Readonly<Record<string, string>>, options: WordsOptions = {}): readonly string[] {
	const list = Object.entries(files).map(([path, text]) => ({ path, read: () => text }));
	const { faults } = reportOfWords(list, { only: Object.keys(files), ...options });
	return faults.map(({ path, line, found }) => `${path}:${line} ${found}`);
}

describe('openings', () => {
	test.each([
		'Of the latest read.',
		'By hour, ascending.',
		'What was sent counts.',
		'Whoever asks has an answer.',
		'Who settled.',
		'Whose key it was.',
		'Where nothing fits, nothing is opened.',
		'Such as are open.',
		'Be it long or short.',
		'So many rows.',
		'“What was sent” counts.',
		'**Of each** leg.',
	])('finds %j in a comment', (sentence) => {
		expect(faultsOf({ 'a.ts': `/** ${sentence} */` })).toContain(`a.ts:1 ${sentence}`);
	});

	test('finds the second sentence on its own line, and shortens a long one', () => {
		const comment =
			'/**\n * The first one.\n * Of the orders that were sent there are none that the exchange knows.\n */';
		expect(faultsOf({ 'a.ts': comment })).toEqual([
			'a.ts:3 Of the orders that were sent there are none that t…',
		]);
	});

	test('finds the name of a test in lower case, a description of a field and a tag of a docstring', () => {
		const code = "/**\n * @param a What it holds */\ntest('of two users', f);\nz.string().describe('of it');";
		expect(faultsOf({ 'a.ts': code })).toEqual([
			'a.ts:2 What it holds',
			'a.ts:3 of two users',
			'a.ts:4 of it',
			'a.ts:4 of it',
		]);
	});

	test.each([
		['a question', '/** What is shown? Where is it? **What is it?** `code` says it. */'],
		['a label', "f('Sort By'); f('Where');"],
		['the middle of a sentence', '/** The price, e.g. What the book has; the part of what was sent. */'],
		['a string that continues another', "f('of the latest order');"],
		['a heading that code quotes', "page.getByText('What goes on');"],
		['code in back quotes', '/** `What it is` and `Of it` are names. */'],
	])('passes %s', (_, code) => {
		expect(faultsOf({ 'a.ts': code })).toEqual([]);
	});

	test('passes headings and words in bold that announce a paragraph', () => {
		const page =
			'# What it is\n\n**What it costs.** The fee.\n\n**Where**: here.\n\n| What it does |\n| --- |\n| The fee |';
		expect(faultsOf({ 'a.md': page })).toEqual([]);
	});
});

describe('words', () => {
	test.each([
		'promised',
		'what is left',
		'shown spread',
		'the middle',
		'dearest',
		'by hand',
		'seized',
		'stands alone',
		'leg is cut',
		'on its way',
		'its life',
		'epochs',
		'nothing forbids',
		'anew',
		'told',
		'invented USD',
		'own word',
		'is no answer',
		'a look',
		'looked at',
		'room',
		'floor',
		'desk',
		'stage',
		'face',
		'lane',
		'picture',
		'keeper',
		'slots',
		'whoever',
		'but for',
		'that which',
		'so long as',
		'so small an',
		'many a',
		'is had',
		'was begun',
		'is said',
		'goes its way',
		'asked for',
		'stands',
		'hangs on',
		'speaks against',
		'as ever',
		'for ever',
		'thereof',
		'counted apart',
	])('finds “%s”', (words) => {
		expect(faultsOf({ 'a.md': `It ${words} again.` })).toEqual([`a.md:1 ${words}`]);
	});

	test.each([
		['a clause of reason', 'It waits, for it is late.', 'for it is'],
		['what exists', 'It reads all rows that there are.', 'that there are'],
		['a genitive', 'The end of the order and a part and a price of it.', 'of it'],
		['words over two lines', 'It is on\nits way.', 'on its way'],
	])('finds %s', (_, text, found) => {
		expect(faultsOf({ 'a.md': text })).toEqual([`a.md:1 ${found}`]);
	});

	test.each([
		'It is no longer open, and there is no answer.',
		'All of it is closed, none of it is open.',
		'A leg at its cap or floor, in the middle of a minute.',
		'Milliseconds since the epoch.',
		'The caller is told to wait; orders are told apart.',
		'It has room for two, and stands for an order.',
		'Nothing is left out.',
		'Read the documentation, and ask for a new preview.',
	])('passes %j', (text) => {
		expect(faultsOf({ 'a.md': text })).toEqual([]);
	});

	test('finds words in headings, cells, attributes and comments of markup', () => {
		expect(faultsOf({ 'a.md': '# The slots\n\n| The keeper |' })).toEqual(['a.md:1 slots', 'a.md:3 keeper']);
		expect(faultsOf({ 'a.svelte': '<p title="Closed by hand">\n<!-- A slot. --></p>' })).toEqual([
			'a.svelte:1 by hand',
			'a.svelte:2 slot',
		]);
	});
});

describe('names', () => {
	test.each(['slotKey', 'TradingStage', 'createRooms', 'LOOK_MS', 'promisedAt', '#floor', 'priceFloor'])(
		'finds %s once in a file',
		(name) => {
			expect(faultsOf({ 'a.ts': `f(${name});\nf(${name});` })).toEqual([`a.ts:1 ${name}`]);
		},
	);

	test('finds the name of a file, in code and in documents', () => {
		expect(faultsOf({ 'b/trading-stage.test.ts': '', 'b/slots.md': '' })).toEqual([
			'b/trading-stage.test.ts:0 trading-stage',
			'b/slots.md:0 slots',
		]);
	});

	test.each([
		'Promise',
		'promised_mean',
		'floorToStep',
		'fundingFloor',
		'lookBackDays',
		'surface',
		'interface',
	])('passes %s', (name) => {
		expect(faultsOf({ 'a.ts': `f(${name});` })).toEqual([]);
	});

	test('passes a member of the wire only in the folders that read it', () => {
		const files = { 'client/a.ts': 'f(promises);', 'src/domain/a.ts': 'f(promises);' };
		expect(faultsOf(files)).toEqual(['src/domain/a.ts:1 promises']);
	});
});

describe('the report', () => {
	const ALL = {
		'a.ts': "// A comment.\nconst name = 'A text of code.';",
		'a.md': '# A heading\n\nA paragraph.',
	};

	test('counts what was read by kind', () => {
		const { counts } = reportOfWords(Object.entries(ALL).map(([path, text]) => ({ path, read: () => text })));
		expect(counts).toEqual({ files: 2, comments: 1, strings: 1, paragraphs: 1, headings: 1, names: 4 });
	});

	test('fails when nothing of a kind was read', () => {
		expect(faultsOf({ 'a.ts': ALL['a.ts'] }, { only: [], allowances: [] })).toEqual([
			'.:0 paragraphs',
			'.:0 headings',
		]);
	});

	test('fails when no file is at the given path', () => {
		expect(faultsOf(ALL, { only: ['b'] })).toEqual(['.:0 files']);
	});

	test('fails for an allowance that allows nothing, when all files are read', () => {
		const allowance: WordAllowance = { of: 'text', allows: /\bcoat room\b/, reason: 'a room for coats' };
		const options = { allowances: [allowance] };
		const unused = 'scripts/word-allowances.ts:0 /\\bcoat room\\b/';
		expect(faultsOf(ALL, { ...options, only: [] })).toEqual([unused]);
		expect(faultsOf(ALL, options)).toEqual([]);
		expect(faultsOf({ ...ALL, 'b.md': 'The coat room.' }, { ...options, only: [] })).toEqual([]);
	});

	test('every allowance has a reason', () => {
		expect(WORD_ALLOWANCES.filter(({ reason }) => reason.length < 10)).toEqual([]);
	});

	test('finds long sentences on request, with a lower limit on pages of the dashboard', () => {
		const sentence = (words: number): string => `${Array.from({ length: words }, () => 'word').join(' ')}.`;
		const files = {
			'a.md': `${sentence(25)} W${sentence(26)}`,
			'dashboard/src/a.svelte': `<p>${sentence(16)}</p>`,
		};
		const long = `${sentence(10)}`.replace(/\.$/, ' ');
		expect(faultsOf(files)).toEqual([]);
		expect(faultsOf(files, { hasLength: true })).toEqual([
			`a.md:1 W${long.slice(0, 49)}…`,
			`dashboard/src/a.svelte:1 ${long.slice(0, 50)}…`,
		]);
	});

	test('names a file that cannot be read', () => {
		expect(faultsOf({ 'a.ts': "'no end" })).toEqual(['a.ts:0 A string in or after line 1 has no end.']);
	});

	test('leaves out data of earlier versions and generated files', () => {
		const note = 'Written by scripts/generate-docs.ts from the code. Change the code, not this';
		const files = {
			'test/upgrade/0.1.0/notes.md': 'By hand.',
			'docs/rpc.md': `# Methods\n\n<!-- ${note} page. -->\n\nBy hand.`,
			'client/methods.ts': `// ${note} file.\n\n// By hand.`,
		};
		expect(faultsOf(files, { only: [], allowances: [] })).toEqual(
			['files', 'comments', 'strings', 'paragraphs', 'headings', 'names'].map((kind) => `.:0 ${kind}`),
		);
	});
});

describe('the command', () => {
	function run(files: Readonly<Record<string, string>>, ...options: readonly string[]) {
		const root = mkdtempSync(join(tmpdir(), 'words-'));
		onTestFinished(() => rmSync(root, { recursive: true }));
		spawnSync('git', ['init', '-q', root]);
		for (const [path, text] of Object.entries(files)) {
			mkdirSync(dirname(join(root, path)), { recursive: true });
			writeFileSync(join(root, path), text);
		}
		const script = join(import.meta.dirname, 'check-words.ts');
		const { status, stdout } = spawnSync(process.execPath, [script, '--root', root, ...options], {
			encoding: 'utf8',
		});
		return { status, lines: stdout.trimEnd().split('\n') };
	}

	const FILES = { 'a/b/c.ts': '// Closed by hand.', 'a/slot.md': 'A paragraph.' };

	test('prints one line per fault with what to write, and fails', () => {
		expect(run(FILES, 'a')).toEqual({
			status: 1,
			lines: [
				'a/b/c.ts:1 “by hand”: write manually, or a manual trade',
				'a/slot.md “slot”: write pair row',
				'words: read 2 files, 1 comments, 0 strings, 1 paragraphs, 0 headings, 2 names; 2 faults',
			],
		});
	});

	test('counts the faults of each folder', () => {
		expect(run(FILES, '--summary', 'a').lines.slice(0, 2)).toEqual(['     1 a/b', '     1 a']);
	});

	test('passes files without a fault', () => {
		expect(run({ 'a.ts': '// A comment.' }, './a.ts').status).toBe(0);
	});
});
