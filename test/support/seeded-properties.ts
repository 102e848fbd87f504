/**
 * Makes every property test draw the same values in every run. With random draws, a failure could be unrelated to the
 * latest change. `CARRYWIRE_PROPERTY_SEED` selects other draws.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.CARRYWIRE_PROPERTY_SEED ?? 20_261_121) });
