/** Builds the service's own reasons for a halt, and recognizes them in the text that the store keeps. */
import { halt } from '../sentences/halt.ts';
import type { Sentence, Words } from '../sentences/sentence.ts';
import { spoken } from './english.ts';

/** The service's own reasons for a halt. */
export const HALT_TEXT = spoken('halt', halt);

const PATTERNS: readonly (readonly [RegExp, (found: string) => Sentence])[] = [
	[/^Halted from (Telegram|Slack)\.$/, (platform) => HALT_TEXT.fromChat({ platform })],
	[/^Restored from the backup of ([\d:.TZ-]+)\. /, (made) => HALT_TEXT.restored({ made })],
];

/** Returns the sentence of the service's own reason. A reason that a person gave stays as it is. */
export function haltWords(reason: string): Words {
	for (const [pattern, sentence] of PATTERNS) {
		const found = pattern.exec(reason)?.[1];
		const words = found === undefined ? undefined : sentence(found);
		if (words?.text === reason) return words;
	}
	return reason;
}
