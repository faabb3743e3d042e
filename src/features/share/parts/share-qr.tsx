import { QrCode, qrSvg } from "#ui/qr-code.tsx";
import { Download, Head } from "./section-head.tsx";

/** The QR code of an address, and a link to download it. */
export function ShareQr({ address }: { address: string }) {
  return (
    <>
      <Head title="QR code">
        <Download href={`data:image/svg+xml,${encodeURIComponent(qrSvg(address))}`} name="pipeline-qr.svg">
          SVG
        </Download>
      </Head>
      <div className="shr__qr">
        <QrCode text={address} label="QR code of the link" />
      </div>
      <p className="small dim shr__note">Opens the link above. Print it 2 cm wide or more.</p>
    </>
  );
}
