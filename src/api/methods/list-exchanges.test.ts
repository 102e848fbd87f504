import { expect, test } from 'vitest';
import { CONNECT } from '../../../dashboard/src/settings/text.ts';
import { KEY_MEMBERS } from './list-exchanges.ts';

test('names each part of an API key as the dashboard knows it', () => {
	const members = Object.values(KEY_MEMBERS).flat();
	const names = new Set(members.map(({ name }) => name));
	expect(Object.keys(CONNECT.keyParts)).toEqual([...names]);
});
