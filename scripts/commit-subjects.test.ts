import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOfSubject, SUBJECT_CHARS_MAX } from './commit-subjects.ts';

test.each([
	'Refuse a quote older than its limit',
	'Process orders of both legs in one commit',
	'Merge the one-page architecture',
	`Say ${'a'.repeat(SUBJECT_CHARS_MAX - 4)}`,
])('accepts the subject: %s', (subject) => {
	expect(faultsOfSubject(subject)).toEqual([]);
});

test.each([
	[`Say ${'a'.repeat(SUBJECT_CHARS_MAX - 3)}`, '73 characters'],
	['Refuse a quote.', 'full stop'],
	['refuse a quote', 'capital letter'],
	['The scanner knows one path', 'begins with “The”'],
	['Files within their bounds again', 'begins with “Files”'],
	['Fixed the limit', 'begins with “Fixed”'],
	['Fixing the limit', 'begins with “Fixing”'],
	['What is left', 'begins with “What”'],
])('rejects the subject: %s', (subject, fault) => {
	expect(faultsOfSubject(subject).join()).toContain(fault);
});

describe('the command', () => {
	let root = '';
	const git = (...words: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: root });
	const run = () =>
		spawnSync(process.execPath, [join(import.meta.dirname, 'check-commits.ts'), root], { encoding: 'utf8' });
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'carrywire-commits-'));
		git('init', '--quiet');
		git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
	});
	afterEach(() => rmSync(root, { recursive: true, force: true }));

	test('accepts good subjects and counts them', () => {
		const { status, stdout } = run();
		expect(stdout).toBe('commits: read 1 subjects, 0 problems\n');
		expect(status).toBe(0);
	});

	test('names the commit of a bad subject', () => {
		git('commit', '--quiet', '--allow-empty', '--message', 'Things');
		const { status, stdout } = run();
		expect(stdout).toMatch(/^[0-9a-f]{7,} begins with “Things”/);
		expect(status).toBe(1);
	});
});
