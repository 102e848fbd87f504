/**
 * Builds sentences about opportunities: verdicts, and reasons for figures that are unknown. Sentences about guards are
 * in `guard-text.ts`.
 */
import { spoken } from '../domain/english.ts';
import { instantText } from '../domain/figure-text.ts';
import type { Instrument } from '../domain/instrument.ts';
import { detail } from '../sentences/detail.ts';
import { forecast } from '../sentences/forecast.ts';
import { record } from '../sentences/record.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { verdict } from '../sentences/verdict.ts';
import { shownNameOf } from '../venues/facts.ts';
import { nameOf } from './guard-text.ts';

type Named = Pick<Instrument, 'venue' | 'symbol'>;

/** The verdict and its reasons. */
export const VERDICT_TEXT = spoken('verdict', verdict);

/** Reasons why figures in a record are unknown. */
export const RECORD_TEXT = spoken('record', record);

/** Reasons why figures in an opportunity detail are unknown. */
export const DETAIL_TEXT = spoken('detail', detail);

/** Reasons why there is no forecast for a pair, or no track record. */
export const FORECAST_TEXT = spoken('forecast', forecast);

/** Reasons why a forecast cannot be scored. They are stored with the forecast and are not sent. */
export const UNSCORABLE_TEXT = {
	noRates: (leg: Named, why: string) => `No settled rates of ${nameOf(leg)} are stored.${why}`,
	endsEarly: (leg: Named, at: number, endsAt: number, why: string) =>
		`The settled rates of ${nameOf(leg)} end on ${instantText(at)}, before the end of the forecast, ${instantText(endsAt)}.${why}`,
	beginsLate: (leg: Named, at: number, entryAt: number, why: string) =>
		`The settled rates of ${nameOf(leg)} begin on ${instantText(at)}, after the entry, ${instantText(entryAt)}.${why}`,
	gap: (leg: Named, from: number, to: number, why: string) =>
		`Settled rates of ${nameOf(leg)} are missing: ${instantText(from)} – ${instantText(to)}.${why}`,
	/** Appended to the messages above. @param failure sentence that says why the exchange's history cannot be read */
	because: (venue: string, isListed: boolean, failure: Words | null) =>
		`${isListed ? '' : ` ${shownNameOf(venue)} no longer lists it.`}${failure === null ? '' : ` ${textOf(failure)}`}`,
} as const;
