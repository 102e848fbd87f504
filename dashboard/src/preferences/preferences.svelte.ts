/**
 * Keeps the visitor's preferences: how pages look and what they show. This browser stores them, so that they apply
 * before the service answers and without a login. `service-copy.ts` exchanges them with the service.
 */
import { type NumberFormat, setReaderFormat } from '../figures/reader-format.ts';

/** Preferences that every page may read. */
export type Preferences = {
	/** Colours of pages; `system` follows the device. */
	readonly theme: 'system' | 'light' | 'dark';
	/** Language of the pages; `browser` follows the browser's languages. */
	readonly language: 'browser' | 'en' | 'es';
	/** IANA name of a time zone, or `local` for the device's own. */
	readonly timeZone: string;
	/** How numbers are written and typed. */
	readonly numberFormat: NumberFormat;
	/** Row height of lists. */
	readonly density: 'compact' | 'comfortable';
	/** Unit of funding rates in tables and maps. */
	readonly rateUnit: 'per_8h' | 'per_year';
	/** Terms of a first visit: total USD for both legs, hours (null: best period), leverage of each leg. */
	readonly terms: {
		readonly amount: number;
		readonly horizonHours: number | null;
		readonly leverage: number;
	};
	/** Coins that the visitor marked, as base symbols such as `BTC`. */
	readonly favourites: readonly string[];
	/** Keys of the optional columns that the visitor hid, for each table. */
	readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
	/** Ids of explanations that the visitor opened. Explanations are collapsed by default. */
	readonly openExplanations: readonly string[];
};

/** Values before the visitor chooses. */
const DEFAULT_PREFERENCES: Preferences = {
	theme: 'system',
	language: 'browser',
	timeZone: 'local',
	numberFormat: 'point',
	density: 'compact',
	rateUnit: 'per_8h',
	terms: { amount: 1_000, horizonHours: null, leverage: 1 },
	favourites: [],
	hiddenColumns: {},
	openExplanations: [],
};

/** Takes a change; `isUrgent` is true if the page reloads once the returned call has ended. */
type Heed = (changed: Partial<Preferences>, isUrgent: boolean) => Promise<void>;

const STORAGE_KEY = 'carrywire.preferences.1';
/** Cookie with the theme, so that the service renders each page in its colours from the start. */
const THEME_COOKIE = 'carrywire_theme';
/** Cookie with the language that the visitor chose; absent if the browser decides. */
const LANGUAGE_COOKIE = 'carrywire_language';
const COOKIE_SECONDS = 365 * 86_400;

/** True if the browser has preferences of an earlier visit. */
let isStored = false;
let current = $state.raw<Preferences>(readStored());
let heed: Heed = async () => {};
let beginExchange: (callback: Heed) => void = () => {};

applyFormat();

/** Returns the current preferences; components that read them are rendered again after a change. */
export function preferences(): Preferences {
	return current;
}

/** True if this browser already had preferences when the page was opened, or has changed them since. */
export function hasChosen(): boolean {
	return isStored;
}

/** Sets one preference, and stores it in this browser and at the service. */
export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
	const changed: Partial<Preferences> = { [name]: value };
	const isRewritten = apply(changed);
	const sent = heed(changed, isRewritten);
	if (isRewritten) void sent.finally(() => location.reload());
}

/** Applies preferences that the service already has. */
export function adopt(changed: Partial<Preferences>): void {
	if (apply(changed)) location.reload();
}

/**
 * Holds the visitor's changes back until `onPreferenceChange` is called. Otherwise the service's copy, which arrives
 * later, would overwrite them.
 */
export function awaitExchange(): void {
	const begun = new Promise<Heed>((resolve) => {
		beginExchange = resolve;
	});
	heed = async (changed, isUrgent) => (await begun)(changed, isUrgent);
}

/** Calls back with each change that the visitor makes. Replaces an earlier callback. */
export function onPreferenceChange(callback: Heed): void {
	heed = callback;
	beginExchange(callback);
}

/** Applies a change. True if words, numbers or times are written otherwise from now on, which requires a reload. */
function apply(changed: Partial<Preferences>): boolean {
	const before = current;
	current = { ...current, ...changed };
	isStored = true;
	const isKept = keep();
	applyTheme();
	applyLanguage();
	const isRewritten =
		before.numberFormat !== current.numberFormat ||
		before.timeZone !== current.timeZone ||
		before.language !== current.language;
	// Without storage, a reload would lose the change.
	return isRewritten && isKept;
}

function keep(): boolean {
	try {
		localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
		return true;
	} catch {
		// If the browser does not allow storage, the next visit starts with the defaults.
		return false;
	}
}

function applyTheme(): void {
	const { theme } = current;
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
	// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not available in every browser.
	document.cookie = cookie(THEME_COOKIE, theme, COOKIE_SECONDS);
}

/** Stores the language in the cookie that the service reads when it renders a page. */
function applyLanguage(): void {
	const { language } = current;
	// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not available in every browser.
	document.cookie = cookie(LANGUAGE_COOKIE, language, language === 'browser' ? 0 : COOKIE_SECONDS);
}

function cookie(name: string, value: string, seconds: number): string {
	return `${name}=${value}; Path=/; SameSite=Strict; Max-Age=${seconds}`;
}

function applyFormat(): void {
	try {
		setReaderFormat(current.numberFormat, current.timeZone);
		new Intl.DateTimeFormat('en-GB', current.timeZone === 'local' ? {} : { timeZone: current.timeZone });
	} catch {
		// This browser does not know the zone.
		setReaderFormat(current.numberFormat, 'local');
	}
}

function readStored(): Preferences {
	try {
		const text = localStorage.getItem(STORAGE_KEY);
		isStored = text !== null;
		return { ...DEFAULT_PREFERENCES, ...(JSON.parse(text ?? '{}') as Partial<Preferences>) };
	} catch {
		return DEFAULT_PREFERENCES;
	}
}
