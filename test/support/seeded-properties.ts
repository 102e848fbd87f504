/**
 * Makes every property test use the same draws in every run, because a failure on random draws would say nothing
 * about today's change. `CARRYWIRE_PROPERTY_SEED` selects other draws.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.CARRYWIRE_PROPERTY_SEED ?? 20_261_121) });
