// The language in which faults of variant files are told: that of the rules, with more texts, which only who writes such files is told.

import { catalogue, type Catalogues } from '../rules'

const faults: Catalogues = {
  de: () => import('../../../../crates/rules/texts/de-faults.txt?raw'),
}

/** The catalogue of the page's language with both. */
export async function catalogueOfFaults(): Promise<string> {
  return (await Promise.all([catalogue(), catalogue(faults)])).join('')
}
