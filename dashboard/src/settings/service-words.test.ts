import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../../src/ports/audit.ts';
import { AUDIT } from './text.ts';

test('has words for every audited action of the service and for no other', () => {
	expect(Object.keys(AUDIT.actions)).toEqual([...AUDIT_ACTIONS]);
});
