/** Tests that a replay opens built-in policies and policy files alike. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { openPolicy } from './open-policy.ts';

const OPTIONS = { data: [], seed: 1, now: 0, watch: systemClock, onLine() {} };

test('opens a built-in policy with its settings', async () => {
	const { name, settings, isForOneUser } = await openPolicy('hold', { count: '2' }, OPTIONS);
	expect({ name, isForOneUser, count: settings.count }).toEqual({
		name: 'hold',
		isForOneUser: false,
		count: 2,
	});
});

test('opens a file with the settings that it exports', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-policy-'));
	try {
		const file = join(folder, 'mine.ts');
		writeFileSync(file, 'export const settings = { above: 0.1 };\nexport function policy() {}\n');
		const opened = await openPolicy(file, { above: '0.2' }, OPTIONS);
		await opened.close();
		expect(opened).toMatchObject({ name: 'mine.ts', settings: { above: 0.2 }, isForOneUser: true });
		await expect(openPolicy(file, { below: '0.2' }, OPTIONS)).rejects.toThrow('has no setting below');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test.each([
	['moon', 'There is no policy moon.'],
	['./moon', './moon is not a policy file.'],
	['moon.ts', 'There is no file moon.ts.'],
])('refuses %s', async (name, message) => {
	await expect(openPolicy(name, {}, OPTIONS)).rejects.toThrow(message);
});
