/** Recognizes the reason for a refused key, which the store keeps as text, so that pages can translate it. */
import { VENUE_KEY_TEXT } from '../domain/venue-text.ts';
import { byText, type Words } from '../sentences/sentence.ts';
import { VENUE_FACTS } from '../venues/facts.ts';

const FIXED = byText([
	VENUE_KEY_TEXT.form(),
	VENUE_KEY_TEXT.walletNotApproved(),
	VENUE_KEY_TEXT.walletOfAnother(),
	...Object.values(VENUE_FACTS).flatMap(({ shownName }) => [
		VENUE_KEY_TEXT.noSuchAccount({ exchange: shownName }),
		VENUE_KEY_TEXT.noPaperAccount({ exchange: shownName }),
	]),
]);

/** Returns the sentence of a reason. An exchange's own words stay as they are. */
export function storedRefusal(text: string): Words {
	return FIXED.get(text) ?? text;
}
