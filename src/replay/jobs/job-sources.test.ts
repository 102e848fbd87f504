/** Tests which data and policies callers may name. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtInPolicies } from '../../app/compose-replays.ts';
import type { ReplayRequest } from '../../ports/replays.ts';
import { choicesOf, type Offered, sourcesOf } from './job-sources.ts';

const NAMES = { exchanges: ['bybit'], coins: ['BTC'] };

function offered(): Offered & { readonly folder: string } {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-sources-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const policyFolder = join(folder, 'policies');
	mkdirSync(join(policyFolder, 'folder.ts'), { recursive: true });
	for (const name of ['mine.ts', 'mine.test.ts', 'types.d.ts', '.hidden.ts', 'notes.md', 'other.mjs'])
		writeFileSync(join(policyFolder, name), 'export function policy() {}\n');
	mkdirSync(join(folder, 'year'));
	return {
		folder,
		data: { year: join(folder, 'year'), gone: join(folder, 'gone') },
		policyFolder,
		rules: ['TOO_GOOD'],
		builtIn: builtInPolicies,
		namesIn: async () => NAMES,
	};
}

const REQUEST = { data: 'year', policy: 'month-mean', set: {}, sweep: {} } as unknown as ReplayRequest;

test('choices are the data that exist, the built-in policies with their ranges, and the operator’s files', async () => {
	const { data, names: inData, policies, rules } = await choicesOf(offered());
	expect({ data, inData, rules }).toEqual({ data: ['year'], inData: { year: NAMES }, rules: ['TOO_GOOD'] });
	const names = policies.map(({ name }) => name);
	expect(names).toContain('month-mean');
	expect(names.slice(-2)).toEqual(['mine.ts', 'other.mjs']);
	const enter = policies
		.find(({ name }) => name === 'month-mean')
		?.settings?.find(({ name }) => name === 'enter');
	expect(enter).toMatchObject({ kind: 'number', default: 0.05, min: 0, max: 100 });
});

test('names lead to paths inside the operator’s folders', async () => {
	const offer = offered();
	expect(await sourcesOf(offer, REQUEST)).toEqual({ data: join(offer.folder, 'year'), policy: 'month-mean' });
	expect(await sourcesOf(offer, { ...REQUEST, policy: 'mine.ts' })).toEqual({
		data: join(offer.folder, 'year'),
		policy: join(offer.folder, 'policies', 'mine.ts'),
	});
});

test.each([
	['data', 'gone'],
	['data', '..'],
	['data', 'constructor'],
	['policy', '../year'],
	['policy', 'notes.md'],
	['policy', 'folder.ts'],
	['policy', '.hidden.ts'],
])('refuses the %s %s', async (member, value) => {
	await expect(sourcesOf(offered(), { ...REQUEST, [member]: value })).rejects.toMatchObject({
		code: 'REPLAY_DATA',
	});
});
