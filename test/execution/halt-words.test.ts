import { expect, test } from 'vitest';
import { haltFinding } from '../../src/alerts/rules.ts';
import { haltSentence } from '../../src/engine/drive/halts.ts';
import type { Halt } from '../../src/ports/halts.ts';

test('a halt set by a restore is not attributed to a halt_trading call', () => {
	const halt: Halt = {
		target: { scope: 'service' },
		reason: 'Restored from a backup.',
		at: 0,
		by: 'restore',
		closeAll: false,
	};
	const words = /^Trading on every exchange was halted by the restore of a backup on /;
	expect(haltSentence(halt).text).toMatch(words);
	expect(haltFinding(halt)).toMatchObject({ message: { text: expect.stringMatching(words) } });
	expect(haltSentence({ ...halt, by: 'tok_1' }).text).toContain('your halt_trading (tok_1)');
});
