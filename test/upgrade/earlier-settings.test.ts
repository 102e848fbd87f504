/**
 * Tests the settings files of earlier versions. This version must either read each setting, or refuse it and name the
 * setting that replaces it.
 */
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { isJsonObject, type JsonObject, parseExactJson } from '../../src/domain/exact-json.ts';
import { EARLIER_VERSIONS, earlierSettings } from './earlier-directory.ts';

function settings(text: string): JsonObject {
	const value = parseExactJson(text, 32);
	if (!isJsonObject(value)) throw new Error('A settings file holds one object.');
	return value;
}

test.each(EARLIER_VERSIONS)('reads every setting of %s', (version) => {
	expect(readConfig(settings(earlierSettings(version)))).toMatchObject({ config: expect.anything() });
});

test.each([
	[
		'repairDeadlineMs',
		'2000',
		/^is no longer a setting: use execution\.widenAfterMs .* and execution\.reduceAfterMs .* instead$/,
	],
	['unwindDeadlineMs', '5000', /^is no longer a setting and has no replacement, so remove it$/],
])('refuses execution.%s of the first 0.1.0 and names the replacement', (key, was, rule) => {
	expect(readConfig(settings(`{"execution":{"${key}":${was}}}`))).toEqual({
		faults: [{ path: `execution.${key}`, rule: expect.stringMatching(rule), was }],
	});
});
