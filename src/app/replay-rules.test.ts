import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPLAY_RULES } from './replay-rules.ts';

test('the page of replays lists every rule that can be switched off', () => {
	const page = readFileSync('docs/replay.md', 'utf8');
	const [, section = ''] = page.split('\n## Rules that can be switched off\n\n');
	const [paragraph = ''] = section.split('\n\n');
	const listed = [...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, rule]) => rule);
	expect(listed).toEqual(REPLAY_RULES);
});
