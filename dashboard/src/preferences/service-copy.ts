/**
 * Exchanges the preferences with the service, for a logged-in visitor. The service's copy wins when the page opens;
 * afterwards each change goes to the service. Without a login, preferences stay in this browser.
 */
import type { MethodParams, MethodResult } from '../../../client/methods.ts';
import { after } from '../live/clock.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import { adopt, hasChosen, onPreferenceChange, type Preferences, preferences } from './preferences.svelte.ts';

/** Pause after a change before it is sent, milliseconds, so that several changes share a call. */
const PAUSE_MS = 500;
/** Pause before a failed call is repeated, milliseconds. */
const RETRY_MS = 10_000;

type Wire = MethodParams<'set_preferences'>;

/** Starts the exchange. Call it once; it lasts as long as the page. */
export async function exchangePreferences(service: Service): Promise<void> {
	let waiting: Partial<Preferences> = {};
	/** Every change since the page was opened. The service's copy may be older than they are. */
	let madeHere: Partial<Preferences> = {};
	let cancel = () => {};
	async function send(): Promise<void> {
		const sent = waiting;
		waiting = {};
		try {
			await service.call('set_preferences', wireOf(sent));
		} catch {
			waiting = { ...sent, ...waiting };
			cancel = after(RETRY_MS, send);
		}
	}
	async function schedule(changed: Partial<Preferences>, isUrgent: boolean): Promise<void> {
		waiting = { ...waiting, ...changed };
		madeHere = { ...madeHere, ...changed };
		cancel();
		if (isUrgent) await send();
		else cancel = after(PAUSE_MS, send);
	}
	onPreferenceChange(schedule);
	const kept = await service.call('get_preferences', {}).catch(() => undefined);
	if (kept === undefined) return;
	if (kept.updated_at !== null) adopt({ ...ofWire(kept), ...madeHere });
	else if (hasChosen()) await schedule(preferences(), true);
}

function wireOf(changed: Partial<Preferences>): Wire {
	const { terms } = changed;
	const wire: Wire = {
		theme: changed.theme,
		language: changed.language,
		time_zone: changed.timeZone,
		number_format: changed.numberFormat,
		density: changed.density,
		rate_unit: changed.rateUnit,
		favourites: changed.favourites && [...changed.favourites],
		hidden_columns:
			changed.hiddenColumns &&
			Object.fromEntries(Object.entries(changed.hiddenColumns).map(([table, keys]) => [table, [...keys]])),
		open_explanations: changed.openExplanations && [...changed.openExplanations],
		terms: terms && {
			amount: terms.amount,
			horizon_hours: terms.horizonHours,
			leverage: terms.leverage,
		},
	};
	return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined));
}

function ofWire(kept: MethodResult<'get_preferences'>): Preferences {
	const { terms } = kept;
	return {
		theme: kept.theme,
		language: kept.language,
		timeZone: kept.time_zone,
		numberFormat: kept.number_format,
		density: kept.density,
		rateUnit: kept.rate_unit,
		favourites: kept.favourites,
		hiddenColumns: kept.hidden_columns,
		openExplanations: kept.open_explanations,
		terms: { amount: terms.amount, horizonHours: terms.horizon_hours, leverage: terms.leverage },
	};
}
